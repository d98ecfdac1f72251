import { codeOf } from "./failures.ts";

/** in_failed_sql_transaction: of what comes behind the one that failed. */
const refusedForAnother = "25P02";

type Answers<Asked> = { -readonly [At in keyof Asked]: Awaited<Asked[At]> };

/**
 * What needs no answer of one another is sent together, because on a slow line each turn counts
 * (decisions/0041). All have ended when this does, so nothing comes after the transaction's end; and
 * where one failed it is told why, whichever is heard of first.
 */
export async function together<Asked extends readonly Promise<unknown>[]>(
  ...asked: Asked
): Promise<Answers<Asked>> {
  const answers: unknown[] = [];
  const failures: unknown[] = [];
  for (const ended of await Promise.allSettled(asked)) {
    if (ended.status === "fulfilled") answers.push(ended.value);
    else failures.push(ended.reason);
  }
  if (failures.length === 0) return answers as Answers<Asked>;
  throw failures.find((error) => codeOf(error) !== refusedForAnother) ?? failures[0];
}
