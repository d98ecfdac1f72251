import { sql } from "drizzle-orm";
import type { Lacking, PlannedLine, PlanOption } from "#contract/repairs.ts";
import type { Term } from "#contract/rules/fit.ts";
import { orderableQuantity } from "#contract/rules/quantity.ts";
import type { FoundVehicle } from "#server/modules/fitment/read-vehicle.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { planRepair, readCandidates } from "./plan-repair.ts";
import { listRepairsWith } from "./read-repairs.ts";

const mostRepairs = 5;

type BasketLine = { part: string; quantity: number };
type Slot = PlannedLine["slots"][number];

export async function checkBasket(
  db: Queries,
  vehicle: FoundVehicle,
  { known, lines }: { known: Term[]; lines: readonly BasketLine[] },
) {
  const covered = await readCovered(db, lines);
  const types = [...new Set(covered.flatMap(({ type }) => type ?? []))];
  const repairs = types.length > 0 ? await listRepairsWith(db, types, mostRepairs) : [];
  if (repairs.length === 0) return [];
  const has = new Map(covered.map(({ part, quantity }) => [part, quantity]));
  const found = await readCandidates(db, vehicle, known, { repairs, owned: [...has.keys()] });
  const quantities = new Map(lines.map(({ part, quantity }) => [part, quantity]));
  const piecesIn = ({ options }: Slot) =>
    options.reduce((sum, { part, packOf }) => sum + (has.get(part) ?? 0) * packOf, 0);

  function toLacking({ type, need, why }: PlannedLine, slot: Slot): Lacking {
    const { position, options } = slot;
    const has = piecesIn(slot);
    const [best] = options;
    const add = options.map((option) => toAddition(option, has)).find((one) => one !== null);
    return { type, need, why, position, has, pieces: best?.pieces ?? null, add: add ?? null };
  }

  function toAddition({ part: id, pieces, packOf }: PlanOption, has: number) {
    const part = found.shown.find(({ _id }) => _id === id);
    if (!part) return null;
    const missing = Math.max(1, Math.ceil(((pieces ?? 1) - has) / packOf));
    const wanted = (quantities.get(id) ?? 0) + missing;
    const { quantity } = orderableQuantity(wanted, part);
    return quantity < wanted ? null : { part: id, number: part.number, name: part.name, quantity };
  }

  return repairs.flatMap((repair) => {
    const { lines: planned } = planRepair(repair, found);
    const isBegun = planned.some(
      ({ need, slots }) => need === "always" && slots.some((slot) => piecesIn(slot) > 0),
    );
    if (!isBegun) return [];
    const lacks = planned.flatMap((line) =>
      line.slots
        .filter((slot) => isLacking(line, slot, piecesIn(slot)))
        .map((slot) => toLacking(line, slot)),
    );
    return lacks.length > 0 ? [{ slug: repair.slug, name: repair.name, lacks }] : [];
  });
}

/** Of what is only advised, one piece is enough: how many are worn is not known. */
function isLacking({ need, scope }: PlannedLine, { options }: Slot, has: number): boolean {
  const needed = need === "always" && scope !== "side" ? (options[0]?.pieces ?? 1) : 1;
  return has < needed;
}

function readCovered(db: Queries, lines: readonly BasketLine[]) {
  const parts = lines.map(({ part }) => part);
  const quantities = lines.map(({ quantity }) => quantity);
  return queryRows<{ part: string; quantity: number; type: string | null }>(
    db,
    sql`with recursive inside (part, quantity) as (
      select given.part, given.quantity
      from unnest(${sql.param(parts)}::uuid[], ${sql.param(quantities)}::bigint[]) given (part, quantity)
      join parts p on p.id = given.part and p.deleted_at is null
      union all
      select c.component_id, least(inside.quantity * c.quantity, 1000000000)
      from inside join kit_components c on c.kit_id = inside.part
    )
    select p.id as part, sum(inside.quantity)::float8 as quantity, t.slug as type
    from inside join parts p on p.id = inside.part
      cross join lateral (select p.part_type_id as id
        union select part_type_id from further_part_types where part_id = p.id) own
      left join part_types t on t.id = own.id and t.deleted_at is null
    group by p.id, t.slug`,
  );
}
