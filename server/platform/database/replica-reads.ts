// Reads from a replica only if it has replayed everything that the primary has committed.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { withTimeout } from "#server/platform/processes/with-timeout.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import { type Connection, connect, type Queries } from "./connect.ts";
import { withoutQueryValues } from "./database-errors.ts";
import {
  coalesce,
  type Position,
  readPrimaryPosition,
  readReplicaState,
} from "./replication-position.ts";
import { inTransaction } from "./transaction.ts";

/** `query` only reads: it runs again on the primary if the replica fails. */
export type Read = <Result>(query: (db: Queries) => Promise<Result>) => Promise<Result>;
export type ReplicaReads = { read: Read; close(): Promise<void> };

const catchUpTimeoutMs = 100;
const readTimeoutMs = 3_000;
const retryIntervalMs = 1_000;

class ReplicaUnusable extends Error {}

type Options = { replicaUrl: string | undefined; most: number };

export function openReplicaReads(primary: Connection, { replicaUrl, most }: Options): ReplicaReads {
  if (!replicaUrl) return { read: (query) => query(primary.db), close: async () => {} };
  const closing = new AbortController();
  const primaryPosition = coalesce(() => readPrimaryPosition(primary.db));
  let replica: Connection | undefined;
  let isOutageLogged = false;

  const keepConnected = async (replicaUrl: string) => {
    while (!closing.signal.aborted) {
      replica ??= await openReplica(replicaUrl);
      await sleep(retryIntervalMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  };

  async function openReplica(url: string): Promise<Connection | undefined> {
    const found = connect(url, { most });
    try {
      await readAtOrAfter(found, await primaryPosition(), async () => {});
      if (isOutageLogged) log.info("The replica is back: lists are read from it again");
      isOutageLogged = false;
      return found;
    } catch (error) {
      void found.close();
      if (!isOutageLogged && !closing.signal.aborted) logOutage(error);
      isOutageLogged = true;
      return undefined;
    }
  }

  const connecting = keepConnected(replicaUrl);
  return {
    async read(query) {
      const current = replica;
      if (!current) return query(primary.db);
      const position = await primaryPosition();
      try {
        return await readAtOrAfter(current, position, query);
      } catch {
        // If it was not the replica's fault, the primary fails the same way.
        if (replica === current) {
          replica = undefined;
          void current.close();
        }
        return query(primary.db);
      }
    },
    async close() {
      closing.abort();
      await connecting;
      await replica?.close();
    },
  };
}

/** In one transaction, because the next connection may lead to another replica. */
async function readAtOrAfter<Result>(
  { db }: Connection,
  position: Position,
  query: (db: Queries) => Promise<Result>,
): Promise<Result> {
  const reading = inTransaction(
    db,
    async (tx) => {
      await waitUntilCaughtUp(tx, position);
      return query(tx);
    },
    // Each statement needs its own snapshot; one taken at the start would be too old.
    "begin isolation level read committed read only",
  );
  return withTimeout(reading, readTimeoutMs, () => {
    throw new ReplicaUnusable("read timeout");
  });
}

async function waitUntilCaughtUp(replica: Queries, position: Position): Promise<void> {
  const deadline = performance.now() + catchUpTimeoutMs;
  for (let pauseMs = 2; ; pauseMs *= 2) {
    const { followsPrimary, caughtUp } = await readReplicaState(replica, position);
    if (!followsPrimary)
      throw new ReplicaUnusable("it is no replica of the database at DATABASE_URL");
    if (caughtUp) return;
    if (performance.now() + pauseMs > deadline) throw new ReplicaUnusable("it is behind");
    await replica.execute(sql`select pg_sleep(${pauseMs / 1_000})`);
  }
}

function logOutage(error: unknown): void {
  const safe = withoutQueryValues(error);
  const reason = safe instanceof Error ? safe.message : String(safe);
  log.error(`Could not read from the replica (${reason}): lists are read from the primary`);
}
