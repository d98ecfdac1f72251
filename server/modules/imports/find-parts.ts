import { sql } from "drizzle-orm";
import { normalizePartNumber } from "#contract/rules/part-number.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

export type NumberedPart = { id: string; number: string; isOld: boolean; isDeleted: boolean };

export async function findParts(
  db: Queries,
  numbers: readonly string[],
): Promise<(NumberedPart | undefined)[]> {
  const norms = numbers.map(normalizePartNumber);
  const rows = await queryRows<NumberedPart & { norm: string }>(
    db,
    sql`
    select n.norm, p.id, p.number, n.kind = 'old' as "isOld", p.deleted_at is not null as "isDeleted"
    from part_numbers n join parts p on p.id = n.part_id
    where n.norm = any(${sql.param([...new Set(norms)])}::text[]) and n.kind in ('own', 'old')
    order by n.kind = 'own', p.deleted_at is null, n.id`,
  );
  const byNorm = new Map(rows.map(({ norm, ...part }) => [norm, part]));
  return norms.map((norm) => byNorm.get(norm));
}
