import {
  connect as connectWell,
  type Database,
  dedicatedConnection as dedicatedWell,
  DatabaseError as ErrorWell,
  supportsPreparedStatements as supportsWell,
} from "#server/platform/database/connect.ts";

export const DatabaseError = ErrorWell;
export const connect = connectWell;
export const dedicatedConnection = dedicatedWell;
export const supportsPreparedStatements = supportsWell;

/** Each statement of a transaction stands alone. */
export function inTransaction(db: Database, work: (tx: Database) => unknown) {
  return work(db);
}
