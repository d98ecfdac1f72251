import { and, desc, eq, sql } from "drizzle-orm";
import { maxWishes } from "#contract/wishes.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { wishes } from "./tables.ts";

export async function listWishes(db: Queries, userId: string): Promise<string[]> {
  const rows = await db
    .select({ partId: wishes.partId })
    .from(wishes)
    .where(eq(wishes.userId, userId))
    .orderBy(desc(wishes.position));
  return rows.map(({ partId }) => partId);
}

export async function addWishes(
  db: Queries,
  userId: string,
  partIds: readonly string[],
): Promise<boolean> {
  const [row] = await queryRows<{ isStored: boolean }>(
    db,
    sql`
    with added as (
      select p.id, max(wanted.at) as at
      from unnest(${sql.param([...partIds])}::uuid[]) with ordinality as wanted (id, at)
      join parts p on p.id = wanted.id and p.deleted_at is null and not p.hidden
      where not exists (select from wishes where user_id = ${userId} and part_id = p.id)
      group by p.id
    ), room as (
      select (select count(*) from wishes where user_id = ${userId})
        + (select count(*) from added) <= ${maxWishes} as enough
    ), stored as (
      insert into wishes (user_id, part_id)
      select ${userId}, added.id from added, room where room.enough order by added.at desc
      on conflict do nothing
    )
    select enough as "isStored" from room`,
  );
  return row?.isStored === true;
}

export async function removeWish(db: Queries, userId: string, partId: string): Promise<void> {
  await db.delete(wishes).where(and(eq(wishes.userId, userId), eq(wishes.partId, partId)));
}
