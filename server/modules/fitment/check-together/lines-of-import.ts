import { sql } from "drizzle-orm";
import { canonicalTerms } from "#contract/rules/fit.ts";
import type { LineFinding } from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { readConditions } from "../condition-text.ts";
import { readAllFacts } from "../read-all-facts.ts";

/** Of each kind; more are the same mistake again. */
export const most = 5_000;

const isSame = sql`f.part_id = s.part_id and f.model_id = s.model_id and f.years = s.years
  and f.position = s.position and f.conditions = s.key and f.label = s.label`;

/**
 * Stores in `checked_lines` what there would be once the file is applied: its lines, and, without
 * a `line`, those of the shop that stay for the same models and types of parts.
 */
export async function collectLines(tx: Queries, importId: string): Promise<void> {
  await tx.execute(sql`create temp table checked_lines on commit drop as
    with texts as materialized (
      select text, key from jsonb_to_recordset(${await readTexts(tx, importId)}::jsonb)
        as given (text text, key text)),
    file as materialized (
      select i.line, i.part_id, i.part, i.result, p.part_type_id, t.name as type,
        m.id as model_id, int4range((cells->>'year_from')::int, (cells->>'year_to')::int, '[]')
          as years,
        lower(cells->>'position') as position, x.key as conditions, cells->>'label' as label,
        nullif(cells->>'quantity', '') as quantity, cells ? 'quantity' as says_quantity,
        coalesce(cells->>'held', '') <> '' as held, cells ? 'held' as says_held
      from import_lines i cross join lateral (select coalesce(i.after, i.before)) of (cells)
      join parts p on p.id = i.part_id join part_types t on t.id = p.part_type_id
      join makes k on k.name = cells->>'make'
      join models m on m.make_id = k.id and m.name = cells->>'model'
      join texts x on x.text = cells->>'conditions'
      where i.import_id = ${importId} and i.result in ('new', 'changed', 'same', 'removed')),
    stored as materialized (
      select a.*, p.number, coalesce(lower(o.name), '') as position, c.key
      from (select distinct model_id, part_type_id from file where result <> 'same') touched
      join applications a using (model_id, part_type_id)
      join parts p on p.id = a.part_id and p.deleted_at is null
      join fit_conditions c on c.id = a.condition_id
      left join positions o on o.id = a.position_id),
    present as (
      select f.line, f.part_id, f.part, f.result, f.part_type_id, f.type, f.model_id, f.years,
        f.position, f.conditions, f.label,
        case when says_quantity then f.quantity else s.quantity::text end as quantity,
        case when says_held then f.held else s.held_because is not null end as held
      from file f left join stored s on ${isSame} where f.result <> 'removed'
      union all
      select null, s.part_id, s.number, 'kept', s.part_type_id, t.name, s.model_id, s.years,
        s.position, s.key, s.label, s.quantity::text, s.held_because is not null
      from stored s join part_types t on t.id = s.part_type_id
      where not exists (select from file f where ${isSame})),
    named as materialized (
      select key, array(select distinct term->>'fact' from jsonb_array_elements(key::jsonb) term
        order by 1) as facts
      from (select distinct conditions from present) all_keys (key))
    select present.*, named.facts from present join named on named.key = present.conditions`);
  await tx.execute(sql`create index on checked_lines (model_id, part_type_id)`);
  await tx.execute(sql`create index on checked_lines (line)`);
  await tx.execute(sql`analyze checked_lines`);
}

async function readTexts(tx: Queries, importId: string): Promise<string> {
  const facts = await readAllFacts(tx);
  const rows = await queryRows<{ text: string }>(
    tx,
    sql`select distinct coalesce(after, before)->>'conditions' as text from import_lines
    where import_id = ${importId} and result in ('new', 'changed', 'same', 'removed')`,
  );
  const keys = rows.flatMap(({ text }) => {
    const read = readConditions(text, facts);
    return "problem" in read ? [] : { text, key: JSON.stringify(canonicalTerms(read.terms)) };
  });
  return JSON.stringify(keys);
}

export type Written = { line: number; part: string };

export const toConfirm = ({ line, part }: Written, what: string, todo: string): LineFinding => ({
  line,
  part,
  grade: "confirm",
  what,
  todo,
});

/** "engine and body" */
export function factNames(facts: readonly string[]): string {
  return facts.map((fact) => fact.replaceAll("-", " ").replaceAll(":", " ")).join(" and ");
}
