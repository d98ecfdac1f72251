import {
  type Connection,
  connect as connectWell,
  dedicatedConnection as dedicatedWell,
  DatabaseError as ErrorWell,
  supportsPreparedStatements as keepsStatementsWell,
} from "#server/platform/database/connect.ts";

export const DatabaseError = ErrorWell;
export const dedicatedConnection = dedicatedWell;
export const keepsStatements = keepsStatementsWell;

/** Each statement of a transaction stands alone. */
export function connect(...given: Parameters<typeof connectWell>): Connection {
  const connection = connectWell(...given);
  const { db } = connection;
  Object.assign(db, { transaction: (work: (tx: typeof db) => unknown) => work(db) });
  return connection;
}
