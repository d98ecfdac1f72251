import { setImmediate as allSent } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Database, Queries } from "./connect.ts";
import { pipeline, withTransactionClient } from "./transaction.ts";

/**
 * Prepared statements are planned once. A plan that was made of a small table must not read all of it
 * later, so these find their rows by indexes.
 */
const begin =
  "begin; set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off";

/** BEGIN goes with what `lock` sends, COMMIT with what `write` sends, so `write` must not wait between statements. Without a promise, everything is rolled back. */
export const lockThenWrite = <Found, Result, Refused extends object>(
  db: Database,
  lock: (tx: Queries) => Promise<Found>,
  write: (tx: Queries, found: Found) => Promise<Result> | Refused,
): Promise<Result | Refused> =>
  withTransactionClient(db, async (client) => {
    const tx = drizzle(client);
    const [, found] = await pipeline(client.query(begin), lock(tx));
    const written = write(tx, found);
    if (!(written instanceof Promise)) {
      await client.query("rollback");
      return written;
    }
    // Thrown below, when COMMIT has ended the transaction.
    written.catch(() => {});
    await allSent();
    const [result] = await pipeline(written, client.query("commit"));
    return result;
  });
