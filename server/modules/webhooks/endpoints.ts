import { asc, eq, sql } from "drizzle-orm";
import { refuse } from "#contract/refusals.ts";
import { webhooksTag } from "#contract/tags.ts";
import type { NewWebhook, Webhook, WebhookEdit } from "#contract/webhooks.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { addConsumer } from "#server/platform/events/consume-events.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { newSecret, writeSecret } from "./sign-message.ts";
import { webhookDeliveries, webhookEndpoints } from "./tables.ts";

type EndpointRow = typeof webhookEndpoints.$inferSelect;

export const noSuchWebhook = refuse("not-found", "There is no such webhook any more.");

export const consumerName = "webhooks";
const previousHours = 24;

export async function listEndpoints(db: Queries): Promise<Webhook[]> {
  const rows = await db.select().from(webhookEndpoints).orderBy(asc(webhookEndpoints.id));
  const counts = await queryRows<{ id: string; state: string; count: number }>(
    db,
    sql`select endpoint_id as id, state, count(*)::int as count from webhook_deliveries
      where state in ('waiting', 'failed') group by endpoint_id, state`,
  );
  return rows.map((row) => {
    const count = (state: string) =>
      counts.find((each) => each.id === row.id && each.state === state)?.count ?? 0;
    return { ...present(row), waiting: count("waiting"), failed: count("failed") };
  });
}

function present(row: EndpointRow): Omit<Webhook, "waiting" | "failed"> {
  const { id, name, url, kinds, isOn, disabledAt, failingSince, previousUntil, createdAt } = row;
  const isSignedTwice = previousUntil !== null && previousUntil > new Date();
  return {
    _id: id,
    name,
    url,
    kinds: kinds as Webhook["kinds"],
    isOn,
    disabledAt: disabledAt?.toISOString() ?? null,
    failingSince: failingSince?.toISOString() ?? null,
    previousSecretUntil: isSignedTwice ? previousUntil.toISOString() : null,
    createdAt: createdAt.toISOString(),
  };
}

export async function findEndpoint(db: Queries, id: string): Promise<Webhook | undefined> {
  return (await listEndpoints(db)).find(({ _id }) => _id === id);
}

/** The webhook stays until the transaction ends, so that what it is to be told finds it. */
export async function holdEndpoint(tx: Queries, id: string): Promise<Webhook | undefined> {
  const held = eq(webhookEndpoints.id, id);
  await tx.select({ id: webhookEndpoints.id }).from(webhookEndpoints).where(held).for("key share");
  return findEndpoint(tx, id);
}

/** Adding waits for another that is being added, so that there are never too many. */
export async function lockEndpoints(tx: Queries): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('webhook endpoints'))`);
}

export async function addEndpoint(
  tx: Queries,
  values: NewWebhook,
): Promise<{ _id: string; secret: string }> {
  // From now on, also where nothing has looked for events yet.
  await addConsumer(tx, { name: consumerName });
  const [id, secret] = [newId(), newSecret()];
  await tx.insert(webhookEndpoints).values({ id, ...values, secret });
  return { _id: id, secret: writeSecret(secret) };
}

export async function changeEndpoint(tx: Queries, id: string, edit: WebhookEdit): Promise<void> {
  const again = edit.isOn ? { disabledAt: null, failingSince: null } : {};
  await tx
    .update(webhookEndpoints)
    .set({ ...edit, ...again })
    .where(eq(webhookEndpoints.id, id));
  if (edit.isOn === false) await failWaiting(tx, id);
}

export async function failWaiting(tx: Queries, endpointId: string): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ state: "failed", answer: "Not sent: the webhook was switched off." })
    .where(
      sql`${webhookDeliveries.endpointId} = ${endpointId} and ${webhookDeliveries.state} = 'waiting'`,
    );
}

export async function renewSecret(tx: Queries, id: string): Promise<string | undefined> {
  const secret = newSecret();
  const renewed = await tx
    .update(webhookEndpoints)
    .set({
      secret,
      previousSecret: sql`secret`,
      previousUntil: sql`now() + make_interval(hours => ${previousHours})`,
    })
    .where(eq(webhookEndpoints.id, id))
    .returning({ id: webhookEndpoints.id });
  return renewed.length > 0 ? writeSecret(secret) : undefined;
}

export async function removeEndpoint(tx: Queries, id: string): Promise<boolean> {
  const removed = await tx
    .delete(webhookEndpoints)
    .where(eq(webhookEndpoints.id, id))
    .returning({ id: webhookEndpoints.id });
  return removed.length > 0;
}

export const tellChanged = (tx: Queries, about: string) =>
  storeEvents(tx, [{ name: "webhooks.changed", about, tags: [webhooksTag] }]);
