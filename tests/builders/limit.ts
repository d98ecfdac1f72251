// Counts of what is limited.
import { inArray, like, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { limits } from "#server/platform/rate-limits/tables.ts";
import type { OpenShop } from "../open-shop.ts";

type Shop = Pick<OpenShop, "shop">;

/** Those whose key begins so, or all. */
export async function clearLimits({ shop }: Shop, beginning = ""): Promise<void> {
  await shop.db.delete(limits).where(like(limits.key, `${beginning}%`));
}

/** As if all limits whose key begins so had counted this often, just now. */
export async function fillLimits({ shop }: Shop, beginning: string, times: number): Promise<void> {
  await shop.db
    .update(limits)
    .set({ times: sql`array_fill(now(), array[${times}::int])` })
    .where(like(limits.key, `${beginning}%`));
}

/** As if all that was taken had been taken so much earlier. */
export async function ageLimits(db: Queries, by: string): Promise<void> {
  const until = sql`until - ${by}::interval`;
  const times = sql`array(select t - ${by}::interval from unnest(times) t order by t)`;
  await db.update(limits).set({ until, times });
}

/** Of the limits whose key begins so, or of those named. */
export async function countLimited(
  { shop }: Shop,
  keys: { beginning: string } | string[],
): Promise<number> {
  const isCounted = Array.isArray(keys)
    ? inArray(limits.key, keys)
    : like(limits.key, `${keys.beginning}%`);
  const rows = await shop.db.select({ times: limits.times }).from(limits).where(isCounted);
  return rows.reduce((sum, { times }) => sum + times.length, 0);
}

/** Which count nothing, until then. */
export async function addLimits(
  db: Queries,
  name: string,
  many: number,
  until: Date,
): Promise<void> {
  const added = Array.from({ length: many }, (_, index) => `${name} ${index}`);
  await db.insert(limits).values(added.map((key) => ({ key, times: [], until })));
}
