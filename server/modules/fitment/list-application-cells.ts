import { sql } from "drizzle-orm";
import type { Term } from "#contract/rules/fit.ts";
import { toSlug } from "#contract/rules/part-path.ts";
import type { Cells } from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { writeConditions } from "./condition-text.ts";
import { readAllFacts } from "./read-all-facts.ts";

export const modelPath = ({ make = "", model = "" }: Cells) => `${toSlug(make)}/${toSlug(model)}`;

type Row = {
  partId: string;
  part: string;
  make: string;
  model: string;
  from: number;
  to: number;
  terms: Term[];
  position: string;
  label: string;
  quantity: number | null;
  note: string;
  held: string;
};

export async function listApplicationCells(
  db: Queries,
  partIds: readonly string[],
): Promise<{ partId: string; cells: Cells }[]> {
  const facts = await readAllFacts(db);
  const rows = await queryRows<Row>(
    db,
    sql`select a.part_id as "partId", p.number as part, k.name as make, m.name as model,
      lower(a.years) as from, upper(a.years) - 1 as to, c.terms, coalesce(o.name, '') as position,
      a.label, a.quantity, a.remark as note, coalesce(a.held_because, '') as held
    from applications a join parts p on p.id = a.part_id
    join models m on m.id = a.model_id join makes k on k.id = m.make_id
    join fit_conditions c on c.id = a.condition_id left join positions o on o.id = a.position_id
    where a.part_id = any(${sql.param([...new Set(partIds)])}::uuid[])
    order by lower(k.name) collate "C", lower(m.name) collate "C", lower(a.years), upper(a.years),
      o.name collate "C", c.key collate "C", a.label collate "C"`,
  );
  return rows.map(({ partId, from, to, terms, quantity, ...row }) => ({
    partId,
    cells: {
      ...row,
      year_from: `${from}`,
      year_to: `${to}`,
      quantity: `${quantity ?? ""}`,
      conditions: writeConditions(terms, facts),
    },
  }));
}
