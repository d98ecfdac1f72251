// Row 56: a webhook that fails a third of the attempts gets every message, those of a part in order.
import { describe, expect, it } from "vitest";
import {
  countAccepted,
  failOften,
  openReceiver,
  readAcceptedPrices,
} from "#tests/webhook-receiver.ts";
import { addPart, adminOf } from "./orders.ts";
import { control, full, report } from "./report.ts";
import { mapConcurrently } from "./send-request.ts";
import { type Options, type Shop, startShop } from "./start-shop.ts";

const partCount = full ? 50 : 10;
const changesEach = full ? 20 : 10;
const messages = partCount * changesEach;

/** Otherwise it waits longer after each failure. */
async function sendDue({ database }: Shop): Promise<void> {
  await database.query("update webhook_deliveries set next_try_at = now() where state = 'waiting'");
  await database.query(
    "update jobs set run_at = now() where kind like 'follow-webhooks%' and lease is null",
  );
}

async function changePrices(options: Options = {}) {
  const receiver = await openReceiver();
  failOften(receiver);
  const shop = await startShop({ ...options, env: { WEBHOOK_HOSTS: receiver.host } });
  const admin = await adminOf(shop);
  const wanted = { name: "Accounting", url: receiver.url, kinds: ["part.price-changed"] };
  const made = await admin.send("POST", "/api/webhooks", wanted);
  expect(made.status).toBe(200);
  const { secret } = made.body as { secret: string };
  const parts = [];
  for (let count = 0; count < partCount; count++) parts.push(await addPart(shop));
  for (let price = 1; price <= changesEach; price++) {
    await mapConcurrently(parts, async ({ id }) => {
      expect((await admin.send("PATCH", `/api/parts/${id}`, { price })).status).toBe(200);
    });
  }
  const accepted = async () => {
    await sendDue(shop);
    return countAccepted(receiver);
  };
  await expect.poll(accepted, { timeout: 1_800_000, interval: 200 }).toBe(messages);
  const wrong = [...readAcceptedPrices(receiver, secret)].flatMap(([part, prices]) => {
    const inOrder = prices.toSorted((one, other) => one - other);
    const isComplete = new Set(prices).size === changesEach;
    return isComplete && inOrder.join() === prices.join() ? [] : `${part} got ${prices}`;
  });
  return { wrong, attempts: receiver.received.length };
}

describe("row 56: a webhook that often fails", () => {
  it("gets every message, those of a part in order", async () => {
    const { wrong, attempts } = await changePrices();
    report({
      check: "messages to a webhook that fails a third of all attempts",
      target: "each arrives, those of a part in order, all signed",
      figure: `${messages} messages about ${partCount} parts, ${attempts} attempts`,
      faults: wrong,
    });
  });

  control("is found to get them in another order where none waits for one before it", async () => {
    const { wrong } = await changePrices({ faults: ["sendLaterOnes"] });
    expect(wrong).not.toEqual([]);
  });
});
