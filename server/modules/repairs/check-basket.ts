import { sql } from "drizzle-orm";
import type { Lacking, PlannedLine, PlanOption } from "#contract/repairs.ts";
import type { Term } from "#contract/rules/fit.ts";
import { orderableQuantity } from "#contract/rules/quantity.ts";
import type { FoundVehicle } from "#server/modules/fitment/read-vehicle.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { planLines, readCandidates } from "./plan-repair.ts";
import { listRepairsWith } from "./read-repairs.ts";

const mostRepairs = 5;

type BasketLine = { part: string; quantity: number };
type Slot = PlannedLine["slots"][number];

/** What the repairs still lack that these parts begin. */
export async function checkBasket(
  db: Queries,
  vehicle: FoundVehicle,
  { known, lines }: { known: Term[]; lines: readonly BasketLine[] },
) {
  const types = await readTypes(db, lines);
  const repairs = types.length > 0 ? await listRepairsWith(db, types, mostRepairs) : [];
  if (repairs.length === 0) return [];
  const found = await readCandidates(db, vehicle, known, repairs);
  const quantities = new Map(lines.map(({ part, quantity }) => [part, quantity]));
  const piecesIn = ({ options }: Slot) =>
    options.reduce((sum, { part, packOf }) => sum + (quantities.get(part) ?? 0) * packOf, 0);

  function toLacking({ type, need, why }: PlannedLine, slot: Slot): Lacking {
    const { position, options } = slot;
    const has = piecesIn(slot);
    const [best] = options;
    const add = options.map((option) => toAddition(option, has)).find((one) => one !== null);
    return { type, need, why, position, has, pieces: best?.pieces ?? null, add: add ?? null };
  }

  /** What is there already stays, and the rest comes to it. */
  function toAddition({ part: id, pieces, packOf }: PlanOption, has: number) {
    const part = found.shown.find(({ _id }) => _id === id);
    if (!part) return null;
    const missing = Math.max(1, Math.ceil(((pieces ?? 1) - has) / packOf));
    const wanted = (quantities.get(id) ?? 0) + missing;
    const { quantity } = orderableQuantity(wanted, part);
    return quantity < wanted ? null : { part: id, number: part.number, name: part.name, quantity };
  }

  return repairs.flatMap((repair) => {
    const planned = planLines(repair, found);
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

async function readTypes(db: Queries, lines: readonly BasketLine[]): Promise<string[]> {
  const ids = lines.map(({ part }) => part);
  const rows = await queryRows<{ slug: string }>(
    db,
    sql`select distinct t.slug from parts p join part_types t on t.id = p.part_type_id
    where p.id = any(${sql.param(ids)}::uuid[]) and p.deleted_at is null and t.deleted_at is null`,
  );
  return rows.map(({ slug }) => slug);
}
