// Ends sessions elsewhere than in the browser that asks, whose open pages are told.
import { and, eq, ne, sql } from "drizzle-orm";
import { userTag } from "#contract/tags.ts";
import { users } from "#server/modules/customers/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { insertEvents, storeEvents } from "#server/platform/events/outbox.ts";
import { sessions } from "./tables.ts";

const endedEvent = "session.ended";

export async function endOwnSession(db: Queries, userId: string, id: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  if (ended.length > 0) await tellPages(db, userId);
  return ended.length > 0;
}

/** `except` goes on; the page that ends its own is `toldIn`. */
export async function endAllSessions(
  db: Queries,
  userId: string,
  { except, toldIn = except }: { except?: string | undefined; toldIn?: string | undefined } = {},
): Promise<void> {
  const others = except === undefined ? undefined : ne(sessions.id, except);
  await db.delete(sessions).where(and(eq(sessions.userId, userId), others));
  await tellPages(db, userId, toldIn);
}

export async function endSessionsByEmail(db: Queries, email?: string): Promise<number> {
  const theirs =
    email === undefined
      ? sql`true`
      : sql`${sessions.userId} in (select id from ${users} where lower(email) = ${email})`;
  const [ended] = await queryRows<{ count: number }>(
    db,
    sql`
    with ended as (delete from ${sessions} where ${theirs} returning user_id),
    told as (${insertEvents(sql`select distinct ${endedEvent}, user_id::text,
      array[${userTag("")} || user_id], '{}'::jsonb from ended`)})
    select count(*)::int from ended`,
  );
  return ended?.count ?? 0;
}

/** Pages that are open check whether they are still signed in, except `toldIn`, which has the answer. */
function tellPages(db: Queries, userId: string, toldIn?: string): Promise<void> {
  const data = toldIn === undefined ? {} : { toldIn };
  return storeEvents(db, [{ name: endedEvent, about: userId, tags: [userTag(userId)], data }]);
}
