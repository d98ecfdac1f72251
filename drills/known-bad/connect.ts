import {
  alone as aloneWell,
  type Connection,
  connect as connectWell,
} from "#server/database/connect.ts";

export const alone = aloneWell;

export function connect(...given: Parameters<typeof connectWell>): Connection {
  const connection = connectWell(...given);
  const { db } = connection;
  Object.assign(db, { transaction: (work: (within: typeof db) => unknown) => work(db) });
  return connection;
}
