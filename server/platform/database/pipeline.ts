import { errorCode } from "./database-errors.ts";

/** in_failed_sql_transaction: every query after the one that failed. */
const failedBefore = "25P02";

type Results<Queries> = { -readonly [At in keyof Queries]: Awaited<Queries[At]> };

/**
 * Sends independent queries of a transaction at once: one round trip. Waits for all
 * of them, so that none runs after the transaction's end, and throws the error that came first.
 * Queries of Drizzle that nobody has awaited yet are refused, because they would be sent last.
 */
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
