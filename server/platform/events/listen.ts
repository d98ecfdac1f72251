import { sql } from "drizzle-orm";
import type { Topic } from "#contract/call.ts";
import {
  type DedicatedConnection,
  dedicatedConnection,
  type Queries,
} from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { withTimeout } from "#server/platform/processes/with-timeout.ts";
import { type Changes, topics } from "./changes.ts";

const channel = "changes";
/** Payload: the person whose orders changed. */
export const ownerPrefix = "orders:";
/** Payload: the number of stock movements that were published. */
export const stockPrefix = "stock:";
const heartbeatMs = 1_000;
const answerTimeoutMs = 2_000;
const reconnectMs = 200;

/** Number of stock movements, uncommitted ones included. Reading a sequence costs nothing. */
export const stockMoveCount =
  "(select case when is_called then last_value else 0 end from inventory_movements_id_seq)";

/**
 * Receives PostgreSQL's notifications of changes. A connection can die unnoticed, so a heartbeat must
 * come back on the same channel every second; else the connection is replaced.
 *
 * A process may be killed before it publishes an order. So each heartbeat reads the number of stock
 * movements, and what nobody has published by the next one is notified here.
 */
export function listenForChanges(url: string, changes: Changes): { close(): Promise<void> } {
  const ownHeartbeat = crypto.randomUUID();
  let connection: DedicatedConnection | undefined;
  let closed = false;
  let wake = () => {};
  let heartbeatArrived = () => {};
  let publishedMoves = 0;

  function receive(payload: string) {
    if (isTopic(payload)) changes.notify([payload]);
    else if (payload.startsWith(ownerPrefix))
      changes.notifyOwner(payload.slice(ownerPrefix.length));
    else if (payload.startsWith(stockPrefix))
      publishedMoves = Math.max(publishedMoves, Number(payload.slice(stockPrefix.length)));
    else if (payload === ownHeartbeat) heartbeatArrived();
  }

  async function listenOnce() {
    connection = await dedicatedConnection(url, { name: "shop-changes", connectTimeoutMs: 5_000 });
    const { db, client } = connection;
    publishedMoves = await inTime(readMoves(db));
    client.on("notification", ({ payload = "" }) => receive(payload));
    await inTime(db.execute(sql`listen ${sql.identifier(channel)}`));
    changes.markConnected();
    for (let moves = publishedMoves; !closed; await sleep(heartbeatMs)) {
      const arrived = new Promise<void>((resolve) => {
        heartbeatArrived = resolve;
      });
      const [now] = await inTime(Promise.all([readMoves(db, ownHeartbeat), arrived]));
      if (moves > publishedMoves) {
        publishedMoves = moves;
        changes.notify(["parts"]);
      }
      moves = now;
    }
  }

  function sleep(milliseconds: number) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  const running = (async () => {
    while (!closed) {
      await listenOnce().catch(() => {});
      changes.markDisconnected();
      await connection?.close();
      connection = undefined;
      if (!closed) await sleep(reconnectMs);
    }
  })();

  return {
    async close() {
      closed = true;
      wake();
      heartbeatArrived();
      await connection?.close();
      await running;
    },
  };
}

/** Also sends `heartbeat` to the channel. */
async function readMoves(db: Queries, heartbeat?: string): Promise<number> {
  const notify = heartbeat === undefined ? sql`` : sql`, pg_notify(${channel}, ${heartbeat})`;
  const [row] = await queryRows<{ moves: string }>(
    db,
    sql`select ${sql.raw(stockMoveCount)} as moves${notify}`,
  );
  return Number(row?.moves);
}

function inTime<Result>(work: Promise<Result>): Promise<Result> {
  return withTimeout(work, answerTimeoutMs, () => {
    throw new Error("PostgreSQL did not answer in time");
  });
}

function isTopic(value: string): value is Topic {
  return (topics as readonly string[]).includes(value);
}
