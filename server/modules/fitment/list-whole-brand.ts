import { sql } from "drizzle-orm";
import { FileFault } from "#contract/rules/parse-csv.ts";
import type { Cells, PresentLine } from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { listApplicationCells } from "./list-application-cells.ts";

const partsAtOnce = 200;

type Scope = { line: number; brandId: number | null; brand: string | null; types: number[] };

export async function* listWholeBrand(
  db: Queries,
  importId: string,
  keyOf: (cells: Cells) => string,
): AsyncGenerator<PresentLine[]> {
  const [scope, other] = await readScopes(db, importId);
  if (!scope) return;
  if (other) throw mixed(scope, other);
  const { brandId, types } = scope;
  for (let after = ""; ; ) {
    const parts = await queryRows<{ id: string; number: string }>(
      db,
      sql`select p.id, p.number from parts p
      where p.brand_id is not distinct from ${brandId}::int and p.deleted_at is null
        and p.part_type_id = any(${sql.param(types)}::int[]) and p.id::text > ${after}
        and exists (select from applications a where a.part_id = p.id)
      order by p.id::text limit ${partsAtOnce}`,
    );
    const last = parts.at(-1);
    if (!last) return;
    after = last.id;
    const rows = await listApplicationCells(
      db,
      parts.map(({ id }) => id),
    );
    const numbers = new Map(parts.map(({ id, number }) => [id, number]));
    yield rows.map(({ partId, cells }) => {
      const part = numbers.get(partId) ?? "";
      return { partId, part, key: keyOf(cells), cells: { ...cells, part } };
    });
  }
}

function readScopes(db: Queries, importId: string): Promise<Scope[]> {
  return queryRows<Scope>(
    db,
    sql`select min(i.line) as line, p.brand_id as "brandId", b.name as brand,
      coalesce(array_agg(distinct p.part_type_id) filter (where p.part_type_id is not null), '{}')
        as types
    from import_lines i join parts p on p.id = i.part_id left join brands b on b.id = p.brand_id
    where i.import_id = ${importId} group by p.brand_id, b.name order by line limit 2`,
  );
}

function mixed(one: Scope, other: Scope): FileFault {
  const name = ({ brand }: Scope) => brand ?? "no brand";
  return new FileFault(
    other.line,
    `A file that takes away has parts of one brand. This part is of ${name(other)}, line ${one.line} of ${name(one)}`,
    "Make a file for each brand, or upload it as one that only adds and changes",
  );
}
