// A key of a program, and a webhook with what was sent to it.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { NewWebhook } from "#contract/webhooks.ts";
import { apiKeyHandlers } from "#server/modules/identity/api-keys/handlers.ts";
import { listDue, recordOutcome } from "#server/modules/webhooks/due.ts";
import { addEndpoint } from "#server/modules/webhooks/endpoints.ts";
import { webhookHandlers } from "#server/modules/webhooks/handlers.ts";
import { webhookConsumer } from "#server/modules/webhooks/queue-messages.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { addConsumer, consumeNext } from "#server/platform/events/consume-events.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { type DemoShop, granted } from "./demo-shop.ts";
import type { Step } from "./take-steps.ts";

const webhook: NewWebhook = {
  name: "Warehouse system",
  url: "https://warehouse.example.com/partwright",
  kinds: ["order.paid", "order.address-corrected", "order.cancelled", "return.asked"],
};

/** In the end the webhook is off, so that nothing waits. */
export function programSteps(
  shop: DemoShop,
  admin: SignedInCaller,
  at: (daysAgo: number, take: Step["take"]) => Step,
): Step[] {
  const { db } = shop;
  const webhooks = webhookHandlers(shop);
  let id = "";
  const given = <Body>(body: Body) => ({ params: { id }, query: {}, body });
  const toggle = (isOn: boolean) => granted(webhooks.edit(given({ isOn }), admin));
  return [
    at(5.5, () => {
      const body = { name: "Warehouse labels", role: "orders" } as const;
      return granted(apiKeyHandlers(shop).add({ params: {}, query: {}, body }, admin));
    }),
    at(5.2, async () => {
      id = await addWebhook(shop, admin);
      await addConsumer(db, webhookConsumer);
    }),
    at(1.5, () => sendDue(shop, id, { isFirstLost: true })),
    at(1.4, () => toggle(false)),
    at(1.3, async () => {
      await toggle(true);
      await granted(webhooks.replay(given({}), admin));
    }),
    at(1.2, () => sendDue(shop, id, { isFirstLost: false })),
    at(0.3, async () => {
      await sendDue(shop, id, { isFirstLost: true });
      await toggle(false);
    }),
  ];
}

/** The form refuses this name, to which nothing can be sent. */
async function addWebhook({ db }: DemoShop, admin: SignedInCaller): Promise<string> {
  return inTransaction(db, async (tx) => {
    const { _id } = await addEndpoint(tx, webhook);
    await recordAction(tx, admin, { action: "add-webhook", about: _id, after: webhook });
    return _id;
  });
}

const accepted = { isDelivered: true, status: 200, durationMs: 84, answer: "ok" };
const busy = { isDelivered: false, status: 503, durationMs: 212, answer: "Stocktaking" };

/** As the receiver would have answered. */
async function sendDue(
  { db }: DemoShop,
  id: string,
  { isFirstLost }: { isFirstLost: boolean },
): Promise<void> {
  while ((await consumeNext(db, webhookConsumer)) || (await hasUnhandledEvents(db)))
    await sleep(20);
  // However long the rest takes, its next attempt is left for later.
  let lost: string | undefined;
  const findDue = async () => (await listDue(db, id, 8)).filter((each) => each.id !== lost);
  for (let due = await findDue(); due.length > 0; due = await findDue()) {
    for (const message of due) {
      const isLost = isFirstLost && lost === undefined;
      if (isLost) lost = message.id;
      await recordOutcome(db, message.id, isLost ? busy : accepted);
    }
  }
}

/** Events wait while an older transaction is open, even one of another database. */
async function hasUnhandledEvents(db: Database): Promise<boolean> {
  const events = await queryRows(
    db,
    sql`select from outbox o join event_consumers c on (o.xid, o.id) > (c.xid, c.event_id)
      where c.name = ${webhookConsumer.name} limit 1`,
  );
  return events.length > 0;
}
