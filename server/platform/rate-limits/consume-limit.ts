import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryPrepared } from "#server/platform/database/query-rows.ts";
import { type LimitKey, limitKeys } from "./limit-keys.ts";

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

/** All or none. From the narrowest: then whoever has used up their own cannot use up a wider one. */
export async function consumeLimits(db: Queries, limits: readonly Limit[]): Promise<boolean> {
  const taken: Limit[] = [];
  for (const limit of limits) {
    if (!(await consumeLimit(db, limit))) {
      await restoreLimits(db, taken);
      return false;
    }
    taken.push(limit);
  }
  return true;
}

export type CallerLimit = { action: string; most?: number; seconds?: number };

/** By person or by the prefixes of the address, as `limitKeys` says. */
export function consumeCallerLimit(
  db: Queries,
  limit: CallerLimit,
  caller: Parameters<typeof limitKeys>[0],
): Promise<boolean> {
  return consumeLimits(db, keyLimits(limit, limitKeys(caller)));
}

export const keyLimits = (
  { action, most = 60, seconds = 3_600 }: CallerLimit,
  keys: readonly LimitKey[],
): Limit[] =>
  keys.map(({ key, factor }) => ({ key: `${action} from ${key}`, most: most * factor, seconds }));

export async function restoreLimit(db: Queries, { key }: Limit): Promise<void> {
  await db.execute(sql`
    update limits set times = times[:cardinality(times) - 1] where key = ${key}`);
}

export async function restoreLimits(db: Queries, limits: readonly Limit[]): Promise<void> {
  for (const limit of limits) await restoreLimit(db, limit);
}

export async function deleteExpiredLimits(db: Queries): Promise<void> {
  await db.execute(sql`delete from limits where until < now()`);
}
