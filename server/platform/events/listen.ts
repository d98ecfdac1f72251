import { sql } from "drizzle-orm";
import type { Topic } from "#contract/call.ts";
import {
  type DedicatedConnection,
  dedicatedConnection,
  type Queries,
} from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { type Changes, topics } from "./changes.ts";

const channel = "changes";
/** What stands before the person whose orders changed. */
export const ownerPrefix = "orders:";
/** And before how many times stock had moved when the others were told. */
export const stockPrefix = "stock:";
const pulseEvery = 1_000;
const patience = 2_000;

/**
 * How many times stock has moved, whether or not anybody told of it: counted before it is committed,
 * which costs nothing to look at.
 */
export const stockMoveCount =
  "(select case when is_called then last_value else 0 end from stock_movements_position_seq)";

/**
 * Receives PostgreSQL's notifications of changes. A connection can die without a word, so each
 * second a pulse must come back on the same channel. If it does not, the connection is replaced.
 *
 * Orders do not notify by themselves (teller.ts), and who took one may be gone before telling. So
 * each pulse brings how often stock has moved; what nobody has told of by the next one is told here.
 */
export function listenForChanges(url: string, changes: Changes): { close(): Promise<void> } {
  const me = crypto.randomUUID();
  let connection: DedicatedConnection | undefined;
  let closed = false;
  let wake = () => {};
  let pulseCame = () => {};
  let toldUpTo = 0;

  function heard(payload: string) {
    if (isTopic(payload)) changes.notify([payload]);
    else if (payload.startsWith(ownerPrefix))
      changes.notifyOwner(payload.slice(ownerPrefix.length));
    else if (payload.startsWith(stockPrefix))
      toldUpTo = Math.max(toldUpTo, Number(payload.slice(stockPrefix.length)));
    else if (payload === me) pulseCame();
  }

  async function listenOnce() {
    connection = await dedicatedConnection(url, { name: "shop-changes", connectTimeoutMs: 5_000 });
    const { db, client } = connection;
    // What moved before is known to whoever asks from now on.
    toldUpTo = await inTime(look(db));
    client.on("notification", ({ payload = "" }) => heard(payload));
    await inTime(db.execute(sql`listen ${sql.identifier(channel)}`));
    changes.markConnected();
    for (let moved = toldUpTo; !closed; await rest(pulseEvery)) {
      const came = new Promise<void>((resolve) => {
        pulseCame = resolve;
      });
      const [now] = await inTime(Promise.all([look(db, me), came]));
      if (moved > toldUpTo) {
        toldUpTo = moved;
        changes.notify(["parts"]);
      }
      moved = now;
    }
  }

  function rest(milliseconds: number) {
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
      if (!closed) await rest(200);
    }
  })();

  return {
    async close() {
      closed = true;
      wake();
      pulseCame();
      await connection?.close();
      await running;
    },
  };
}

/** How often stock has moved; and, if there is one, a word to all who listen. */
async function look(db: Queries, word?: string): Promise<number> {
  const notify = word === undefined ? sql`` : sql`, pg_notify(${channel}, ${word})`;
  const [row] = await queryRows<{ moved: string }>(
    db,
    sql`select ${sql.raw(stockMoveCount)} as moved${notify}`,
  );
  return Number(row?.moved);
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("PostgreSQL did not answer in time")), patience);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function isTopic(value: string): value is Topic {
  return (topics as readonly string[]).includes(value);
}
