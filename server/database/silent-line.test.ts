// A line that swallows what it is given is given up, though nothing ever breaks it.
import { once } from "node:events";
import { type AddressInfo, createServer, connect as dial } from "node:net";
import { expect, inject, it, onTestFinished } from "vitest";
import { connect } from "./connect.ts";
import { isDatabaseUnreachable } from "./failures.ts";

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
  const { sql, close } = connect(line.url, { most: 1, silentFor: 500 });
  onTestFinished(close);
  await sql`select 1`;
  line.mute = true;
  const error = await sql`select 2`.catch((reason) => reason);
  expect(isDatabaseUnreachable(error)).toBe(true);
  line.mute = false;
  expect(await sql`select 3 as three`).toEqual([{ three: 3 }]);
  expect(line.lines).toBe(2);
});

it("negative control: as the driver opens it, it is waited for", async () => {
  const line = await openLine(inject("postgresUrl"));
  const { sql } = connect(line.url, { most: 1, silentFor: 60_000 });
  onTestFinished(() => sql.end({ timeout: 0 }));
  await sql`select 1`;
  line.mute = true;
  let isOver = false;
  const asking = sql`select 2`
    .catch(() => {})
    .finally(() => {
      isOver = true;
    });
  await new Promise((done) => setTimeout(done, 800));
  expect(isOver).toBe(false);
  await sql.end({ timeout: 0 });
  await asking;
});
