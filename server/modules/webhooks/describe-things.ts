import { inArray } from "drizzle-orm";
import type * as z from "zod/mini";
import { toDollars } from "#contract/rules/money.ts";
import { everyPartTag, partTag, tagKind } from "#contract/tags.ts";
import { schemaOfKind, type WebhookKind, webhookData } from "#contract/webhooks.ts";
import { parts } from "#server/modules/catalog/tables.ts";
import { orders } from "#server/modules/orders/tables.ts";
import { reviews } from "#server/modules/reviews/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { ShopEvent } from "#server/platform/events/outbox.ts";

export type Told = { event: ShopEvent; kind: WebhookKind };
type Data = { [Name in keyof typeof webhookData]: z.output<(typeof webhookData)[Name]> };

/** `data` of each message, with the values of its event. What is gone is told by its id alone. */
export async function describeThings(tx: Queries, told: readonly Told[]): Promise<object[]> {
  const idsOf = (schema: z.ZodMiniType) => [
    ...new Set(
      told.flatMap(({ kind, event }) => (schemaOfKind(kind) === schema ? event.about : [])),
    ),
  ];
  const known = new Map<string, object>([
    ...(await readOrders(tx, idsOf(webhookData.order))),
    ...(await readParts(tx, idsOf(webhookData.part))),
    ...(await readReviews(tx, idsOf(webhookData.review))),
  ]);
  return told.map(({ kind, event }) => {
    if (schemaOfKind(kind) === webhookData.parts) return listParts(event);
    const found = known.get(event.about);
    return found ? { ...found, ...pick(event.data, Object.keys(found)) } : { _id: event.about };
  });
}

async function readOrders(tx: Queries, ids: string[]): Promise<[string, Data["order"]][]> {
  if (ids.length === 0) return [];
  const rows = await tx.select().from(orders).where(inArray(orders.id, ids));
  return rows.map(({ id, number, state, fulfilmentState: fulfilment, quantity, ...row }) => [
    id,
    {
      _id: id,
      number,
      state,
      fulfilment,
      quantity,
      totalPrice: toDollars(row.totalCents),
      refunded: toDollars(row.refundedCents),
    },
  ]);
}

async function readParts(tx: Queries, ids: string[]): Promise<[string, Data["part"]][]> {
  if (ids.length === 0) return [];
  const rows = await tx.select().from(parts).where(inArray(parts.id, ids));
  return rows.map(({ id, number, name, priceCents, availablQuantity }) => [
    id,
    { _id: id, number, name, price: toDollars(priceCents), availablQuantity },
  ]);
}

async function readReviews(tx: Queries, ids: string[]): Promise<[string, Data["review"]][]> {
  if (ids.length === 0) return [];
  const rows = await tx.select().from(reviews).where(inArray(reviews.id, ids));
  return rows.map(({ id, partId, ratting }) => [id, { _id: id, part: partId, ratting }]);
}

const pick = (data: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(data).filter(([name]) => names.includes(name)));

const ofOnePart = tagKind(partTag(""));

function listParts({ tags }: ShopEvent): Data["parts"] {
  const ids = tags
    .filter((tag) => tagKind(tag) === ofOnePart && tag !== everyPartTag)
    .map((tag) => tag.slice(ofOnePart.length + 1));
  return { parts: ids.length > 0 && !tags.includes(everyPartTag) ? ids : null };
}
