// Enough is enough: so many of a thing within a time, counted in PostgreSQL, so that all
// processes count together and a restart forgets nothing.
import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

export type Limit = { key: string; most: number; seconds: number };

/**
 * Takes one; false when none is left. The time slides: there is no hour, whenever it begins, in
 * which more than `most` are taken. One statement, so that no two can take the last.
 */
export async function consumeLimit(db: Queries, { key, most, seconds }: Limit): Promise<boolean> {
  const time = sql`make_interval(secs => ${seconds})`;
  const recent = sql`array(select t from unnest(limits.times) t where t > now() - ${time} order by t)`;
  const taken = await queryRows(
    db,
    sql`
    insert into limits (key, times, until) values (${key}, array[now()], now() + ${time})
    on conflict (key) do update set times = ${recent} || now(), until = now() + ${time}
    where cardinality(${recent}) < ${most}
    returning true`,
  );
  return taken.length > 0;
}

/** What turned out not to count: the last that was taken. */
export async function restoreLimit(db: Queries, { key }: Limit): Promise<void> {
  await db.execute(sql`
    update limits set times = times[:cardinality(times) - 1] where key = ${key}`);
}
