import { setImmediate as allSent } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Database, Queries } from "./connect.ts";
import { pipeline } from "./transaction.ts";

/**
 * A transaction of two round trips: BEGIN goes with what `lock` sends, COMMIT with what `write`
 * sends, so `write` must not wait for one statement before it sends the next. If `write` returns no
 * promise, everything is rolled back.
 */
export async function lockThenWrite<Found, Result, Refused extends object>(
  db: Database,
  lock: (tx: Queries) => Promise<Found>,
  write: (tx: Queries, found: Found) => Promise<Result> | Refused,
): Promise<Result | Refused> {
  const client = await db.$client.connect();
  const tx = drizzle(client);
  let isBroken = false;
  try {
    const [, found] = await pipeline(client.query("begin"), lock(tx));
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
  } catch (error) {
    await client.query("rollback").catch(() => {
      isBroken = true;
    });
    throw error;
  } finally {
    client.release(isBroken);
  }
}
