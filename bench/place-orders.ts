// Places orders over HTTP, or (the limit) by the shop's statement directly over the driver.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { connect as openSocket } from "node:net";
import type { NewOrder } from "#contract/orders.ts";
import { Refusal } from "#contract/refusals.ts";
import { networksOf } from "#server/modules/inventory/count-holds.ts";
import { storeByKey } from "#server/modules/orders/place-order.ts";
import { defaultSettings } from "#server/modules/settings/default-settings.ts";
import { systemClock } from "#server/platform/clock.ts";
import { connect } from "#server/platform/database/connect.ts";
import type { Buyer } from "./add-buyers.ts";
import { readAnswer } from "./read-answer.ts";
import { summarize } from "./row.ts";

export type OrderLoad = {
  /** Without it, directly at the database. */
  url?: string;
  databaseUrl: string;
  seconds: number;
  concurrency: number;
  buyers: Buyer[];
  parts: { id: string; name: string; cents: number }[];
};
type Place = (buyer: Buyer, order: NewOrder, cents: number) => Promise<void>;

const quantity = 2;
const holds = { ...defaultSettings.holds, factor: 1_000_000 };

function anyOrder({ parts, buyers }: OrderLoad): Parameters<Place> {
  const part = parts[Math.floor(Math.random() * parts.length)];
  const buyer = buyers[Math.floor(Math.random() * buyers.length)];
  if (!part || !buyer) throw new Error("There is nothing to buy, or nobody");
  const { name, email } = buyer;
  const cents = part.cents * quantity;
  const to = { phone: "+46 8 123 45 67", address: "Verkstadsgatan 4, 117 36 Stockholm" };
  const what = { productName: part.name, quantity, totalPrice: cents / 100, part: part.id };
  return [buyer, { name, email, ...to, ...what, key: crypto.randomUUID() }, cents];
}

function overHttp(url: string): Place {
  const { host, hostname, port } = new URL(url);
  const socket = openSocket(Number(port), hostname).setNoDelay();
  const head = `POST /api/orders HTTP/1.1\r\nhost: ${host}\r\nsec-fetch-site: same-origin\r\ncontent-type: application/json\r\n`;
  return async ({ cookie, address }, order) => {
    const body = JSON.stringify(order);
    const own = `cookie: ${cookie}\r\nx-forwarded-for: ${address}\r\ncontent-length: ${Buffer.byteLength(body)}`;
    socket.write(`${head}${own}\r\n\r\n${body}`);
    const answer = await readAnswer(socket);
    if (!answer.startsWith("HTTP/1.1 200")) throw new Error(answer);
  };
}

async function buy(buying: OrderLoad): Promise<void> {
  const { db, close } = connect(buying.databaseUrl, { most: buying.concurrency });
  const overDriver: Place = async ({ id, address }, body, totalCents) => {
    const { part: partId = "", key = "" } = body;
    const networks = networksOf(address);
    const hash = randomBytes(32);
    const wanted = { userId: id, networks, partId, key, hash, totalCents, body };
    const context = { db, clock: systemClock };
    const placed = await storeByKey(context, { ...wanted, holds });
    if (placed instanceof Refusal) throw new Error(placed.message);
  };
  const times: number[] = [];
  const end = performance.now() + buying.seconds * 1_000;
  await Promise.all(
    Array.from({ length: buying.concurrency }, async () => {
      const place = buying.url ? overHttp(buying.url) : overDriver;
      while (performance.now() < end) {
        const asked = performance.now();
        await place(...anyOrder(buying));
        times.push(performance.now() - asked);
      }
    }),
  );
  await close();
  console.log(JSON.stringify({ ...summarize(times), perSecond: times.length / buying.seconds }));
  process.exit();
}

await buy(JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")));
