import {
  alone as aloneWell,
  atTheDoor as atTheDoorWell,
  type Connection,
  connect as connectWell,
  forOneRequest as forOneRequestWell,
} from "#server/database/connect.ts";

export const alone = aloneWell;

export function connect(...given: Parameters<typeof connectWell>): Connection {
  return withoutTransactions(connectWell(...given));
}

export function atTheDoor(...given: Parameters<typeof atTheDoorWell>): Connection {
  return withoutTransactions(atTheDoorWell(...given));
}

export function forOneRequest<Door extends Connection>(door: Door, waited: number): Door {
  return withoutTransactions(forOneRequestWell(door, waited));
}

function withoutTransactions<Bad extends Connection>(connection: Bad): Bad {
  const { db } = connection;
  Object.assign(db, { transaction: (work: (within: typeof db) => unknown) => work(db) });
  return connection;
}
