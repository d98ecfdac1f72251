import { setTimeout } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Database, PooledClient, Session } from "./connect.ts";
import { errorCode } from "./database-errors.ts";

/** With one connection of the pool. If the work fails, its transaction is rolled back. */
export async function withTransactionClient<Result>(
  db: Database,
  work: (client: PooledClient) => Promise<Result>,
): Promise<Result> {
  const client = await db.$client.connect();
  let isBroken = false;
  try {
    return await work(client);
  } catch (error) {
    await client.query("rollback").catch(() => {
      isBroken = true;
    });
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/** BEGIN is sent together with the first statement of `work`. */
export const inTransaction = <Result>(
  db: Database,
  work: (tx: Session) => Promise<Result>,
  begin = "begin",
): Promise<Result> =>
  withTransactionClient(db, async (client) => {
    const begun = client.query(begin);
    // Thrown below, when the work has ended.
    begun.catch(() => {});
    const result = await work(drizzle(client));
    await begun;
    await client.query("commit");
    return result;
  });

const maxAttempts = 6;
/** serialization_failure, deadlock_detected */
const conflicts = new Set(["40001", "40P01"]);

/** Thrown by work that found others in its way: it is rolled back and done again. */
export class Conflict extends Error {
  readonly code = "40001";
}

const isConflict = (error: unknown) =>
  error instanceof Conflict || conflicts.has(errorCode(error) ?? "");

/** `work` is one statement or one whole transaction, without other side effects. */
export async function retryOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts || !isConflict(error)) throw error;
      await setTimeout(Math.random() * 10 * 2 ** attempt);
    }
  }
}

/** in_failed_sql_transaction */
const failedBefore = "25P02";

type Results<Queries> = { -readonly [At in keyof Queries]: Awaited<Queries[At]> };

/** Waits for all, so none runs after the transaction. Drizzle's lazy queries would be sent too late. */
export async function pipeline<Queries extends readonly Promise<unknown>[]>(
  ...queries: Queries
): Promise<Results<Queries>> {
  if (!queries.every((query) => query instanceof Promise)) throw new TypeError("Not sent yet");
  const results: unknown[] = [];
  const errors: unknown[] = [];
  for (const result of await Promise.allSettled(queries)) {
    if (result.status === "fulfilled") results.push(result.value);
    else errors.push(result.reason);
  }
  if (errors.length === 0) return results as Results<Queries>;
  throw errors.find((error) => errorCode(error) !== failedBefore) ?? errors[0];
}
