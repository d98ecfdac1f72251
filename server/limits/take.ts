// Enough is enough: so many of a thing within a time, counted in PostgreSQL, so that all
// processes count together and a restart forgets nothing.
import { sql } from "drizzle-orm";
import type { Queries } from "#server/database/connect.ts";

export type Limit = { key: string; most: number; seconds: number };

/** Takes one; false when none is left. One statement, so that no two can take the last. */
export async function take(db: Queries, { key, most, seconds }: Limit): Promise<boolean> {
  const until = sql`now() + make_interval(secs => ${seconds})`;
  const taken = await db.execute(sql`
    insert into limits (key, taken, until) values (${key}, 1, ${until})
    on conflict (key) do update set
      taken = case when limits.until <= now() then 1 else limits.taken + 1 end,
      until = case when limits.until <= now() then excluded.until else limits.until end
    where limits.until <= now() or limits.taken < ${most}
    returning taken`);
  return taken.length > 0;
}

/** What turned out not to count. */
export async function giveBack(db: Queries, { key }: Limit): Promise<void> {
  await db.execute(sql`
    update limits set taken = taken - 1 where key = ${key} and taken > 0 and until > now()`);
}
