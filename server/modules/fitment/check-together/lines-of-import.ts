import { sql } from "drizzle-orm";
import type { LineFinding } from "#server/modules/imports/import-kind.ts";

/** Of each kind; more are the same mistake again. */
export const most = 5_000;

/** What the applications of a file say, for a statement that begins with `with`. */
export const linesOf = (importId: string) => sql`lines as materialized (
  select i.line, i.part_id, i.part, i.result, p.part_type_id, t.name as type, m.id as model_id,
    int4range((after->>'year_from')::int, (after->>'year_to')::int, '[]') as years,
    lower(after->>'position') as position, lower(after->>'conditions') as conditions,
    array(select distinct found[1] from regexp_matches(lower(after->>'conditions'),
      '(?:^|; )([a-z][a-z0-9:-]*)', 'g') found order by 1) as facts,
    after->>'label' as label, nullif(after->>'quantity', '') as quantity
  from import_lines i join parts p on p.id = i.part_id join part_types t on t.id = p.part_type_id
  join makes k on k.name = after->>'make'
  join models m on m.make_id = k.id and m.name = after->>'model'
  where i.import_id = ${importId} and i.result in ('new', 'changed', 'same'))`;

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
