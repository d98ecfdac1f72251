import type { Queries } from "./connect.ts";

/** Builds a statement once per pool or transaction; building it can cost more than running it. */
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
