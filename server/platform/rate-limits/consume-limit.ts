import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryPrepared } from "#server/platform/database/query-rows.ts";
import { addressPrefix } from "./address-prefix.ts";

export type Limit = { key: string; most: number; seconds: number };

/** False when the limit is used up. One statement, so two callers cannot take the last use. */
export async function consumeLimit(db: Queries, { key, most, seconds }: Limit): Promise<boolean> {
  const time = sql`make_interval(secs => ${seconds})`;
  const recent = sql`array(select t from unnest(limits.times) t where t > now() - ${time} order by t)`;
  const taken = await queryPrepared(
    db,
    sql`
    insert into limits (key, times, until) values (${key}, array[now()], now() + ${time})
    on conflict (key) do update set times = ${recent} || now(), until = now() + ${time}
    where cardinality(${recent}) < ${most}
    returning true`,
  );
  return taken.length > 0;
}

export function consumeNetworkLimit(
  db: Queries,
  action: string,
  { address }: { address: string },
): Promise<boolean> {
  const key = `${action} from ${addressPrefix(address)}`;
  return consumeLimit(db, { key, most: 60, seconds: 3_600 });
}

export async function restoreLimit(db: Queries, { key }: Limit): Promise<void> {
  await db.execute(sql`
    update limits set times = times[:cardinality(times) - 1] where key = ${key}`);
}

export async function deleteExpiredLimits(db: Queries): Promise<void> {
  await db.execute(sql`delete from limits where until < now()`);
}
