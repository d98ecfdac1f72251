import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

const partsPerPage = 1_000;

type NumberedId = { id: string; norm: string };

export async function listOwnNumbers(db: Queries, after: string) {
  const rows = await queryRows<NumberedId>(
    db,
    sql`
    select p.id, n.norm from part_numbers n join parts p on p.id = n.part_id
    where n.kind = 'own' and n.norm > ${after} and p.deleted_at is null
    order by n.norm limit ${partsPerPage}`,
  );
  const next = rows.length === partsPerPage ? rows.at(-1)?.norm : undefined;
  return { ids: rows.map(({ id }) => id), next };
}
