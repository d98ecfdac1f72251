import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { fileColumns, id, pageQuery, requiredText, text } from "./fields.ts";
import { deliveryStates } from "./rules/webhooks.ts";

export const webhookKinds = {
  "order.placed": "An order was placed",
  "order.paid": "An order was paid",
  "order.address-corrected": "The address of an order was corrected",
  "order.packed": "The parts of an order were packed",
  "order.partly-shipped": "Some parts of an order were shipped",
  "order.shipped": "All parts of an order were shipped",
  "order.delivered": "An order was delivered",
  "order.cancelled": "An order was cancelled, or closed because it was not paid in time",
  "order.refunded": "Money of an order was sent back",
  "return.asked": "A customer asked to return parts of an order",
  "return.approved": "A return was approved",
  "return.refused": "A return was refused",
  "return.received": "The parts of a return arrived",
  "return.inspected": "The parts of a return were inspected",
  "return.closed": "A return was closed",
  "return.cancelled": "A return was cancelled",
  "withdrawal.stated": "Someone withdrew from a contract",
  "part.added": "A part was added, or restored",
  "part.deleted": "A part was deleted",
  "part.price-changed": "The price of a part was changed",
  "part.stock-changed": "The stock of a part changed",
  "part.changed": "Something else of a part was changed",
  "parts.changed": "Many parts were changed at once, by an import or a bulk edit",
  "review.added": "A review was written",
  "review.edited": "A review was hidden, shown or answered",
  "review.deleted": "A review was deleted",
} as const;
export type WebhookKind = keyof typeof webhookKinds;
export const webhookKindNames = Object.keys(webhookKinds) as WebhookKind[];

const money = z.number();

/** What a message has in `data`, by the first word of its type. Never who it is about. */
export const webhookData = {
  order: z.object({
    _id: z.string(),
    number: z.nullable(z.number()),
    /** As it is when the message is written. */
    state: z.string(),
    fulfilment: z.string(),
    quantity: z.number(),
    totalPrice: money,
    refunded: money,
  }),
  part: z.object({
    _id: z.string(),
    number: z.string(),
    name: z.string(),
    price: money,
    availablQuantity: z.number(),
  }),
  /** Null: any part may have changed. */
  parts: z.object({ parts: z.nullable(z.array(z.string())) }),
  review: z.object({ _id: z.string(), part: z.nullable(z.string()), ratting: z.number() }),
  /** Of what is gone, and of withdrawals. */
  id: z.object({ _id: z.string() }),
};

export function schemaOfKind(kind: WebhookKind): z.ZodMiniType {
  if (kind === "parts.changed") return webhookData.parts;
  if (kind.startsWith("withdrawal.") || kind.endsWith(".deleted")) return webhookData.id;
  if (kind.startsWith("part.")) return webhookData.part;
  return kind.startsWith("review.") ? webhookData.review : webhookData.order;
}

const name = requiredText(80, "Name is Required");
const url = requiredText(2_000, "Address is Required").check(
  z.refine(
    (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ""),
    "Must be a web address that starts with https://",
  ),
);
const kinds = z
  .array(z.enum(webhookKindNames, "Is not a kind of message"))
  .check(
    z.minLength(1, "Choose what it is told of"),
    z.maxLength(webhookKindNames.length, "Are too many"),
  );

export const newWebhook = z.strictObject({ name, url, kinds });
export type NewWebhook = z.output<typeof newWebhook>;

export const webhookEdit = z.strictObject({
  name: z.optional(name),
  url: z.optional(url),
  kinds: z.optional(kinds),
  /** False: nothing is sent, and what happens meanwhile is not kept. */
  isOn: z.optional(z.boolean("Must be true or false")),
});
export type WebhookEdit = z.output<typeof webhookEdit>;

export const webhook = z.object({
  _id: z.string(),
  name: z.string(),
  url: z.string(),
  kinds: z.array(z.enum(webhookKindNames)),
  isOn: z.boolean(),
  /** When the shop switched it off, because it had failed for days. */
  disabledAt: z.nullable(z.string()),
  failingSince: z.nullable(z.string()),
  /** Until then messages are signed with the secret before as well. */
  previousSecretUntil: z.nullable(z.string()),
  createdAt: z.string(),
  waiting: z.number(),
  failed: z.number(),
});
export type Webhook = z.output<typeof webhook>;

export const webhookDelivery = z.object({
  _id: z.string(),
  messageId: z.string(),
  kind: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  /** Of the last answer; null if there was none. */
  status: z.nullable(z.number()),
  durationMs: z.nullable(z.number()),
  /** The first part of the last answer, or why there was none. */
  answer: z.string(),
  body: z.string(),
  createdAt: z.string(),
  lastTryAt: z.nullable(z.string()),
  nextTryAt: z.nullable(z.string()),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

const filters = {
  q: z.optional(text(100)),
  state: z.optional(z.enum(deliveryStates, "Is not a state of a delivery")),
};

const secret = z.object({ _id: z.string(), secret: z.string() });

export const deliveryFileColumns = [
  "message",
  "kind",
  "state",
  "attempts",
  "status",
  "duration",
  "stored",
  "answer",
  "body",
] as const;
export type DeliveryFileColumn = (typeof deliveryFileColumns)[number];

export const webhookCalls = {
  list: {
    method: "GET",
    path: "/webhooks",
    summary:
      "Lists the addresses to which the shop sends messages about what happens, without their secrets.",
    who: "admin",
    reply: z.array(webhook),
    refusals: [],
  },
  add: {
    method: "POST",
    path: "/webhooks",
    summary:
      "Adds an address on the public internet that is told of these kinds of events. `secret`, with which the messages are signed, is answered this once.",
    who: "admin",
    area: "shop",
    confirm: "everyone",
    body: newWebhook,
    reply: secret,
    refusals: ["invalid", "conflict"],
  },
  edit: {
    method: "PATCH",
    path: "/webhooks/:id",
    summary:
      "Changes a webhook, or switches it on or off. What waits for one that is switched off counts as failed.",
    who: "admin",
    area: "shop",
    confirm: "everyone",
    params: { id },
    body: webhookEdit,
    reply: webhook,
    refusals: ["invalid", "not-found"],
  },
  renewSecret: {
    method: "POST",
    path: "/webhooks/:id/secret",
    summary:
      "Makes a new secret. For a day, messages are signed with the one before as well, so that the receiver can change over.",
    who: "admin",
    area: "shop",
    confirm: "everyone",
    params: { id },
    reply: secret,
    refusals: ["not-found"],
  },
  remove: {
    method: "DELETE",
    path: "/webhooks/:id",
    summary: "Deletes a webhook with its log.",
    who: "admin",
    area: "shop",
    params: { id },
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["not-found"],
  },
  test: {
    method: "POST",
    path: "/webhooks/:id/test",
    summary: "Sends a message of the kind `webhook.test` at once.",
    who: "admin",
    area: "shop",
    params: { id },
    reply: webhookDelivery,
    refusals: ["not-found", "conflict"],
  },
  deliveries: {
    method: "GET",
    path: "/webhooks/:id/deliveries",
    summary:
      "Lists the messages to one webhook of the last 30 days, newest first. `q` searches in kinds, message ids and messages. The next page begins after the `_id` of the last entry.",
    who: "admin",
    params: { id },
    query: { ...filters, ...pageQuery },
    reply: z.array(webhookDelivery),
    refusals: [],
  },
  file: {
    method: "GET",
    path: "/webhooks/:id/deliveries/csv",
    summary: "Answers what GET /webhooks/{id}/deliveries lists as CSV.",
    who: "admin",
    params: { id },
    query: { ...filters, ...fileColumns(deliveryFileColumns) },
    reply: z.string(),
    refusals: [],
    raw: true,
  },
  replay: {
    method: "POST",
    path: "/webhooks/:id/replay",
    summary:
      "Sends one message again, under its own id, or without `delivery` all that failed. Those of one thing keep their order.",
    who: "admin",
    area: "shop",
    params: { id },
    body: z.strictObject({ delivery: z.optional(id) }),
    reply: z.object({ count: z.number() }),
    refusals: ["not-found", "conflict"],
  },
} as const satisfies Calls;
