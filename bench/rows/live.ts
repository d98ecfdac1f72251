import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { connect, type Database } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { pinToCore } from "../load.ts";
import { readResidentKilobytes } from "../npm-start.ts";
import { compareWithBudget, type Row } from "../row.ts";
import { openShop, type Server } from "../servers.ts";

const lines = 5_000;
const parts = Number(process.env.BENCH_PARTS ?? 48);
const changes = 20;
const mostMilliseconds = 1_000;
const mostKilobytes = 15;

/** Until all open tabs of one process know of a change, and the memory that each needs. */
export async function live(): Promise<Row[]> {
  const shop = await openShop(parts, { also: ["--expose-gc", "--import", "./bench/settle.mjs"] });
  const { db, close } = connect(shop.databaseUrl, { most: 1 });
  // What the first request loads does not count as memory of a connection.
  await (await fetch(`${shop.url}/api/parts`)).arrayBuffer();
  const before = await settled(shop);
  const command = [process.execPath, "bench/listeners.ts", shop.url, String(lines)];
  const listeners = spawn(...pinToCore(1, command), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = () => {
    throw new Error("Those who listen ended");
  };
  listeners.once("exit", ended);
  await word(listeners);
  const kilobytes = ((await settled(shop)) - before) / lines;
  const times: number[] = [];
  for (let change = 0; change < changes; change++) {
    listeners.send("event: changed");
    await sleep(500);
    await addPiece(db);
    const committed = Date.now();
    times.push(Math.max(1, (await word(listeners)) - committed));
  }
  const megabytes = await shop.megabytes();
  listeners.off("exit", ended).disconnect();
  await close();
  await shop.stop();
  const slowest = Math.max(...times);
  const many = lines.toLocaleString("en");
  return [
    {
      ...compareWithBudget(mostMilliseconds, times),
      what: `${many} open tabs receive a change: ${mostMilliseconds} ms against the slowest`,
      ratio: mostMilliseconds / slowest,
      megabytes,
    },
    {
      ...compareWithBudget(mostKilobytes, [kilobytes]),
      what: `what one of ${many} open tabs holds: ${mostKilobytes} KB against it (not ms)`,
      megabytes,
    },
  ];
}

/** In kilobytes, after garbage collection. */
async function settled({ pid }: Server): Promise<number> {
  process.kill(pid, "SIGWINCH");
  await sleep(3_000);
  return readResidentKilobytes(pid);
}

async function word(listeners: ChildProcess): Promise<number> {
  const [said] = await once(listeners, "message");
  return Number(said);
}

/** To some part, as a delivery does. */
const addPiece = (db: Database) =>
  inTransaction(db, async (tx) => {
    await tx.execute(sql`
      with received as (
        insert into inventory_movements (part_id, reason, on_hand_change, source_id)
        select part_id, 'receive', 1, gen_random_uuid() from stock limit 1 returning part_id)
      update stock set on_hand = on_hand + 1 from received where stock.part_id = received.part_id`);
    const tags = ["parts", "part:*"];
    await storeEvents(tx, [{ name: "parts.changed", about: "*", tags }]);
    await tx.execute(sql`select pg_notify('outbox', '')`);
  });
