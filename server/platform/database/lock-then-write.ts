import { setImmediate as allSent } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Database, PooledClient, Queries } from "./connect.ts";
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
    const locking = await sendTogether(client, async () => {
      const answers = pipeline(client.query(begin), lock(tx));
      await sentBy(answers);
      return { answers };
    });
    const [, found] = await locking.answers;
    const writing = await sendTogether(client, async () => {
      const written = write(tx, found);
      if (!(written instanceof Promise)) return { refused: written };
      await sentBy(written);
      return { answers: pipeline(written, client.query("commit")) };
    });
    if ("refused" in writing) {
      await client.query("rollback");
      return writing.refused;
    }
    const [result] = await writing.answers;
    return result;
  });

/** Errors are for whoever waits for the answers. */
async function sentBy(answers: Promise<unknown>): Promise<void> {
  answers.catch(() => {});
  await allSent();
}

/** In one write to the socket: each of its own would wake PostgreSQL once. */
async function sendTogether<Sent>(
  { connection: { stream } }: PooledClient,
  send: () => Promise<Sent>,
): Promise<Sent> {
  stream.cork();
  try {
    return await send();
  } finally {
    stream.uncork();
  }
}
