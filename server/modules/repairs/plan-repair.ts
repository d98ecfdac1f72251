import { sql } from "drizzle-orm";
import { maxJudgedParts } from "#contract/fitment.ts";
import type { PlannedLine, PlanOption, Repair } from "#contract/repairs.ts";
import type { Need, Term, Verdict } from "#contract/rules/fit.ts";
import { judgeList } from "#contract/rules/judge-list.ts";
import { inKitsOnly } from "#server/modules/catalog/part-columns.ts";
import { readFitList, toBasis } from "#server/modules/fitment/judge-parts.ts";
import { readShownParts } from "#server/modules/fitment/read-shown-parts.ts";
import type { FoundVehicle } from "#server/modules/fitment/read-vehicle.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

type Candidate = { id: string; type: string; packOf: number; isOffered: boolean };

type Wanted = { repairs: readonly Repair[]; owned?: readonly string[] };

export async function readCandidates(
  db: Queries,
  vehicle: FoundVehicle,
  known: Term[],
  { repairs, owned = [] }: Wanted,
) {
  const types = [...new Set(repairs.flatMap(({ lines }) => lines.map(({ type }) => type.slug)))];
  const candidates = await queryRows<Candidate>(
    db,
    sql`select p.id, t.slug as type, p.pack_of as "packOf", offer.made as "isOffered"
    from part_types t join lateral (
        select a.part_id from applications a where a.part_type_id = t.id
          and a.model_id = ${vehicle.modelId} and a.years @> ${vehicle.year}::int
        union select a.part_id from further_part_types f join applications a using (part_id)
          where f.part_type_id = t.id
            and a.model_id = ${vehicle.modelId} and a.years @> ${vehicle.year}::int
      ) listed on true join parts p on p.id = listed.part_id
    cross join lateral (select p.deleted_at is null and not p.hidden and p.life <> 'ended'
      and not ${inKitsOnly(sql`p.id`)} as made) offer
    where t.slug = any(${sql.param(types)}::text[]) and t.deleted_at is null
      and (offer.made or p.id = any(${sql.param(owned)}::uuid[]))
    order by p.id = any(${sql.param(owned)}::uuid[]) desc, p.availabl_quantity > p.minimum_quantity + 1 desc, p.price_cents, p.position
    limit ${maxJudgedParts}`,
  );
  const ids = candidates.map(({ id }) => id);
  const list = await readFitList(db, vehicle, known, ids);
  const offered = candidates.filter(({ isOffered }) => isOffered).map(({ id }) => id);
  const shown = await readShownParts(db, sql`and p.id = any(${sql.param(offered)}::uuid[])`);
  return { list, shown, candidates };
}

type Candidates = Awaited<ReturnType<typeof readCandidates>>;

/** By the applications for its axle alone: what the other one leaves open is not asked. */
export function planRepair({ lines, axle }: Repair, { list, candidates }: Candidates) {
  const nameOf = (id: number | null) => list.positions.find((one) => one.id === id)?.name ?? null;
  const isHere = ({ position }: { position: number | null }) => isOnAxle(nameOf(position), axle);
  const rows = list.rows
    .map((row) => ({ ...row, applications: row.applications.filter(isHere) }))
    .filter(({ applications }) => applications.length > 0);
  const judged = { ...judgeList({ ...list, rows }), ...toBasis({ ...list, rows }) };
  const verdicts = new Map(judged.items.map(({ part, verdict }) => [part, verdict]));
  const planned = lines.map((line): PlannedLine => {
    const ofType = candidates.filter(({ type }) => type === line.type.slug);
    const placed = ofType.flatMap((candidate) =>
      needsOf(verdicts.get(candidate.id)).map((need) => ({
        position: nameOf(need.position),
        option: toOption(candidate, need),
      })),
    );
    const slots = [...Map.groupBy(placed, ({ position }) => position)]
      .map(([position, all]) => ({ position, options: all.map(({ option }) => option) }))
      .sort((a, b) => (a.position ?? "").localeCompare(b.position ?? "", "en"));
    const open = ofType.filter(({ id }) => verdicts.get(id)?.says === "yes-if").length;
    return { ...line, slots, open };
  });
  return { judged, lines: planned };
}

const needsOf = (verdict: Verdict | undefined): Need[] => {
  if (verdict?.says !== "yes") return [];
  return verdict.needs.length > 0 ? verdict.needs : [{ position: null, pieces: [] }];
};

/** Positions are words: "Front left". Those that name no axle are on both. */
function isOnAxle(position: string | null, axle: Repair["axle"]): boolean {
  if (axle === null || position === null) return true;
  const other = axle === "front" ? "rear" : "front";
  return !position.toLowerCase().includes(other);
}

function toOption({ id, packOf }: Candidate, { pieces }: Need): PlanOption {
  const most = pieces.length > 0 ? Math.max(...pieces) : null;
  return {
    part: id,
    pieces: most,
    isLess: pieces.length > 1,
    packOf,
    units: Math.max(1, Math.ceil((most ?? 1) / packOf)),
  };
}
