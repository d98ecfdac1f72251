import { setImmediate } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import type { Application, Term } from "#contract/rules/fit.ts";
import {
  createListJudge,
  type JudgedPart,
  judgeList,
  termsOf,
} from "#contract/rules/judge-list.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryPrepared } from "#server/platform/database/query-rows.ts";
import { readFacts } from "./read-facts.ts";
import type { FoundVehicle } from "./read-vehicle.ts";

export type PartRow = Omit<JudgedPart, "applications"> & {
  applications: (Application & { id: number })[];
};

export async function judgeParts(
  db: Queries,
  vehicle: FoundVehicle,
  known: Term[],
  parts: readonly string[],
) {
  const list = await readFitList(db, vehicle, known, parts);
  return { ...judgeList(list), ...toBasis(list) };
}

export async function readFitList(
  db: Queries,
  vehicle: FoundVehicle,
  known: Term[],
  parts: readonly string[],
) {
  const rows = await readApplications(db, vehicle, parts);
  const terms = rows.flatMap(termsOf);
  const stated = statedTerms(vehicle, [...terms, ...known]);
  const facts = await readFacts(db, [...terms, ...stated, ...known]);
  return { rows, vehicle, known, facts, positions: await readPositions(db, rows) };
}
export type FitList = Awaited<ReturnType<typeof readFitList>>;

export const toBasis = ({ rows, vehicle, facts, positions }: FitList) => ({
  facts,
  positions,
  basis: { vehicle, rows },
});

/** For many parts, which may take seconds: other requests go in between. The question is about `some`. */
export async function judgeInTurns(list: FitList, some?: ReadonlySet<string>) {
  const { judge, sumUp } = createListJudge(list);
  const judged = await inTurns(list.rows, judge);
  const { items } = sumUp(judged);
  const { question } = sumUp(some ? judged.filter(({ part }) => some.has(part)) : judged);
  return { items, question, ...toBasis(list) };
}

export function statedTerms({ combinations }: FoundVehicle, terms: readonly Term[]): Term[] {
  const asked = new Set(terms.map(({ fact }) => fact));
  return combinations.flatMap((combination) =>
    Object.entries(combination)
      .filter(([fact]) => asked.has(fact))
      .map(([fact, value]) => ({ fact, any: [value] })),
  );
}

export async function readApplications(
  db: Queries,
  { modelId, year }: FoundVehicle,
  parts: readonly string[],
): Promise<PartRow[]> {
  const linesOf = (part: SQL) => sql`
    select coalesce(json_agg(json_build_object('id', a.id, 'terms', c.terms,
      'position', a.position_id, 'quantity', a.quantity, 'held', a.held_because is not null)
      order by a.id), '[]') as found
    from applications a join fit_conditions c on c.id = a.condition_id
    where a.part_id = ${part} and a.model_id = ${modelId} and a.years @> ${year}::int`;
  const rows = await queryPrepared<PartRow & { inside: JudgedPart["inside"] | null }>(
    db,
    sql`select given.id as part, coalesce(d.universal, false) as universal,
      coalesce(d.lists_all_vehicles, false) as "listsAllVehicles", lines.found as applications,
      (with recursive components (id) as (
        select component_id from kit_components where kit_id = given.id
        union select k.component_id from kit_components k join components on k.kit_id = components.id
      ) select json_agg(json_build_object('universal', coalesce(d.universal, false),
          'listsAllVehicles', coalesce(d.lists_all_vehicles, false), 'applications', lines.found))
        from components join parts p on p.id = components.id
        left join part_types t on t.id = p.part_type_id
        left join fit_declarations d on d.part_id = p.id
        cross join lateral (${linesOf(sql`p.id`)}) lines
        where coalesce(t.sold_for_vehicles, true)) as inside
    from unnest(${sql.param([...new Set(parts)])}::uuid[]) with ordinality given (id, place)
    join parts p on p.id = given.id
    left join part_types t on t.id = p.part_type_id
    left join fit_declarations d on d.part_id = given.id
    cross join lateral (${linesOf(sql`given.id`)}) lines
    where coalesce(t.sold_for_vehicles, true)
    order by given.place`,
  );
  return rows.map(({ inside, ...row }) => (inside ? { ...row, inside } : row));
}

function readPositions(db: Queries, rows: readonly PartRow[]) {
  const ids = rows.flatMap(({ applications }) =>
    applications.flatMap(({ position }) => position ?? []),
  );
  return queryPrepared<{ id: number; name: string }>(
    db,
    sql`select id, name from positions where id = any(${sql.param([...new Set(ids)])}::int[])`,
  );
}

const turnMs = 5;

export async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let since = performance.now();
  for (const item of items) {
    results.push(work(item));
    if (performance.now() - since < turnMs) continue;
    await setImmediate();
    since = performance.now();
  }
  return results;
}
