import { sql } from "drizzle-orm";
import { refuse } from "#contract/refusals.ts";
import type { Repair } from "#contract/repairs.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

export const noSuchRepair = refuse("not-found", "There is no such job.");

const none = sql``;

/** Lines of part types that were deleted are left out. */
const find = (db: Queries, where = none, more = none) =>
  queryRows<Repair>(
    db,
    sql`select r.id as _id, r.slug, r.name, r.note, r.axle, r.version, coalesce(l.lines, '[]') as lines
    from repairs r left join lateral (
      select json_agg(json_build_object('type', json_build_object('slug', t.slug, 'name', t.name),
        'scope', l.scope, 'need', l.need, 'why', l.why) order by l.position) as lines
      from repair_lines l join part_types t on t.id = l.part_type_id and t.deleted_at is null
      where l.repair_id = r.id
    ) l on true ${where} order by lower(r.name) ${more}`,
  );

export const listRepairs = (db: Queries): Promise<Repair[]> => find(db);

export async function findRepair(db: Queries, slug: string): Promise<Repair | undefined> {
  const [found] = await find(db, sql`where r.slug = ${slug}`);
  return found;
}

export const listRepairsWith = (
  db: Queries,
  types: readonly string[],
  most: number,
): Promise<Repair[]> =>
  find(
    db,
    sql`where exists (select from repair_lines a join part_types t on t.id = a.part_type_id
      where a.repair_id = r.id and a.need = 'always' and t.slug = any(${sql.param(types)}::text[]))`,
    sql`limit ${most}`,
  );
