// A pooler in transaction mode refuses session settings, and keeps no prepared statements.
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { expect, inject, it, onTestFinished } from "vitest";
import { createDatabase } from "#tests/create-database.ts";
import { openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { signUp } from "#tests/people.ts";

/** In place of a pooler: passes everything on, and keeps what the shop sends. */
async function openLine(databaseUrl: string) {
  const sent: Buffer[] = [];
  const { port, hostname } = new URL(inject("postgresUrl"));
  const server = createServer((shop) => {
    const database = connect(Number(port), hostname);
    shop.on("data", (bytes: Buffer) => sent.push(bytes));
    shop.pipe(database).pipe(shop);
    shop.on("error", () => database.destroy());
    database.on("error", () => shop.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: url.href, sent: () => Buffer.concat(sent).toString("latin1") };
}

const onlyDirect = ["statement_timeout", "client_connection_check_interval", "prepared_1"];

it.each([
  ["DATABASE_POOLER_URL", []],
  ["DATABASE_URL", onlyDirect],
])("what is sent to %s", async (variable, expected) => {
  const databaseUrl = await createDatabase();
  const line = await openLine(databaseUrl);
  const isPooler = variable === "DATABASE_POOLER_URL";
  const shop = await openShop({
    databaseUrl: isPooler ? databaseUrl : line.url,
    env: { DATABASE_URL: databaseUrl, ...(isPooler && { DATABASE_POOLER_URL: line.url }) },
  });
  const vera = await signUp(shop);
  const { _id } = await placeOrder(vera, await aStockedPart(shop));
  expect((await vera.get(`/api/orders?email=${vera.email}`)).body).toMatchObject([{ _id }]);
  const sent = line.sent();
  expect(sent).toContain("insert into orders");
  expect(onlyDirect.filter((words) => sent.includes(words))).toEqual(expected);
});
