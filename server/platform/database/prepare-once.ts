import type { Queries } from "./connect.ts";

/**
 * A statement that is asked so often that putting it together anew costs more than asking it. Kept for
 * each database, and each transaction, for as long as that is there.
 */
export function prepareOnce<Statement>(
  prepare: (db: Queries) => Statement,
): (db: Queries) => Statement {
  const prepared = new WeakMap<Queries, Statement>();
  return (db) => {
    const statement = prepared.get(db) ?? prepare(db);
    prepared.set(db, statement);
    return statement;
  };
}
