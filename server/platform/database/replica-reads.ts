// Where lists and pages are read: at the replica, where there is one that shows all that the
// primary shows now, and at the primary otherwise. So what is read here is never older than what
// the primary would have said, and nobody needs to know where it came from.
import { setTimeout as rest } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { log } from "#server/platform/telemetry/log/log.ts";
import { type Connection, connect, inTransaction, type Queries } from "./connect.ts";
import { withoutQueryValues } from "./database-errors.ts";
import {
  coalesce,
  type Position,
  readPrimaryPosition,
  readReplicaState,
} from "./replication-position.ts";

/** `look` only reads, and may be called again where the replica failed it. */
export type Read = <Result>(look: (db: Queries) => Promise<Result>) => Promise<Result>;
export type ReplicaReads = { read: Read; close(): Promise<void> };

/** A replica that is a little behind is waited for; in milliseconds. */
const patience = 100;
/** What takes longer there is asked of the primary. */
const mostTime = 3_000;
/** One that is away or behind is left alone for so long, and then looked at by nobody's request. */
const lookAgainAfter = 1_000;

class Unfit extends Error {}

type Options = { replicaUrl: string | undefined; most: number };

export function openReplicaReads(primary: Connection, { replicaUrl, most }: Options): ReplicaReads {
  if (!replicaUrl) return { read: (look) => look(primary.db), close: async () => {} };
  const closing = new AbortController();
  const positionNow = coalesce(() => readPrimaryPosition(primary.db));
  let replica: Connection | undefined;
  let isTold = false;

  const keepLooking = async () => {
    while (!closing.signal.aborted) {
      replica ??= await openFit();
      await rest(lookAgainAfter, undefined, { signal: closing.signal }).catch(() => {});
    }
  };

  async function openFit(): Promise<Connection | undefined> {
    const found = connect(replicaUrl ?? "", { most });
    try {
      await readAt(found, await positionNow(), async () => {});
      if (isTold) log.info("The replica is back: lists are read there again");
      isTold = false;
      return found;
    } catch (error) {
      void found.close();
      if (!isTold && !closing.signal.aborted) tellUnfit(error);
      isTold = true;
      return undefined;
    }
  }

  const looking = keepLooking();
  return {
    async read(look) {
      const at = replica;
      if (!at) return look(primary.db);
      const position = await positionNow();
      try {
        return await readAt(at, position, look);
      } catch {
        // Whatever it was: if it was not the replica's fault, the primary says the same.
        if (replica === at) {
          replica = undefined;
          void at.close();
        }
        return look(primary.db);
      }
    },
    async close() {
      closing.abort();
      await looking;
      await replica?.close();
    },
  };
}

/** On one connection all the way, because the next one may lead to another replica. */
async function readAt<Result>(
  { db }: Connection,
  position: Position,
  look: (db: Queries) => Promise<Result>,
): Promise<Result> {
  const reading = inTransaction(
    db,
    async (tx) => {
      await comeTo(tx, position);
      return look(tx);
    },
    // Each statement sees what is there by then; one look at the beginning would be too early.
    { isolationLevel: "read committed", accessMode: "read only" },
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unfit("it does not answer in time")), mostTime);
  });
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}

async function comeTo(replica: Queries, position: Position): Promise<void> {
  const until = performance.now() + patience;
  for (let pause = 2; ; pause *= 2) {
    const { isOurs, hasCome } = await readReplicaState(replica, position);
    if (!isOurs) throw new Unfit("it is no replica of the database at DATABASE_URL");
    if (hasCome) return;
    if (performance.now() + pause > until) throw new Unfit("it is behind");
    await replica.execute(sql`select pg_sleep(${pause / 1_000})`);
  }
}

function tellUnfit(error: unknown): void {
  const bare = withoutQueryValues(error);
  const why = bare instanceof Error ? bare.message : String(bare);
  log.error(`The replica cannot be read (${why}): lists are read at the primary meanwhile`);
}
