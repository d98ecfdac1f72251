import { errorCode } from "./database-errors.ts";

/** in_failed_sql_transaction */
const failedBefore = "25P02";

type Results<Queries> = { -readonly [At in keyof Queries]: Awaited<Queries[At]> };

/**
 * Sends independent queries of a transaction in one round trip, and throws the first error. Waits
 * for all, so none runs after the transaction. Drizzle's lazy queries would be sent too late.
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
