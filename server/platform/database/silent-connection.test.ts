// A line that swallows what it is given is given up, though nothing ever breaks it.
import { once } from "node:events";
import { type AddressInfo, createServer, connect as dial } from "node:net";
import { sql } from "drizzle-orm";
import { expect, inject, it, onTestFinished } from "vitest";
import { connect } from "./connect.ts";
import { isDatabaseUnreachable } from "./database-errors.ts";
import { queryRows } from "./query-rows.ts";
import { inTransaction } from "./transaction.ts";

/** Passes everything on, but for the lines of then when it is told to swallow. */
async function openLine(databaseUrl: string) {
  const { port, hostname } = new URL(databaseUrl);
  const line = { mute: false, lines: 0 };
  const server = createServer((client) => {
    const database = dial(Number(port), hostname);
    let isMute = false;
    line.lines++;
    client.on("data", (bytes) => {
      isMute ||= line.mute;
      if (!isMute) database.write(bytes);
    });
    database.on("data", (bytes) => client.write(bytes));
    client.on("error", () => {}).once("close", () => database.destroy());
    database.on("error", () => {}).once("close", () => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(line, { url: url.href });
}

it("a silent connection is replaced by another", async () => {
  const line = await openLine(inject("postgresUrl"));
  const { db, close } = connect(line.url, { most: 1, timeoutMs: 500 });
  onTestFinished(close);
  await db.execute(sql`select 1`);
  line.mute = true;
  const error = await db.execute(sql`select 2`).catch((reason) => reason);
  expect(isDatabaseUnreachable(error)).toBe(true);
  line.mute = false;
  expect(await queryRows(db, sql`select 3 as three`)).toEqual([{ three: 3 }]);
  expect(line.lines).toBe(2);
});

it("a transaction on it fails, and the next has another", async () => {
  const line = await openLine(inject("postgresUrl"));
  const { db, close, stats } = connect(line.url, { most: 1, timeoutMs: 500 });
  onTestFinished(close);
  const ask = () => inTransaction(db, (tx) => queryRows(tx, sql`select 1 as one`));
  await ask();
  line.mute = true;
  // The first fails at its "begin".
  const errors = await Promise.all([ask(), ask()].map((asked) => asked.catch((error) => error)));
  expect(errors.map(isDatabaseUnreachable)).toEqual([true, true]);
  line.mute = false;
  await expect.poll(() => ask().catch(() => "not yet")).toEqual([{ one: 1 }]);
  expect(stats()).toEqual({ total: 1, idle: 1, waiting: 0 });
});
