import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { id, requestKey, requiredText, text } from "./fields.ts";
import { shipmentStates } from "./rules/fulfilment.ts";

export const maxShippedAtOnce = 100;
export const maxPreviewed = 1_000;

const piece = z.strictObject({
  line: id,
  quantity: z
    .int("Must be a whole number")
    .check(z.minimum(1, "Must be at least 1"), z.maximum(1_000_000_000, "Is too large")),
});

const tracked = {
  carrier: z.optional(text(100)),
  tracking: z.optional(text(100)),
  trackingUrl: z.optional(
    text(500).check(
      z.refine(
        (value) => value === "" || (/^https?:\/\//i.test(value) && URL.canParse(value)),
        "Must be a web address that starts with https://",
      ),
    ),
  ),
};

export const shipment = z.object({
  _id: z.string(),
  order: z.string(),
  parcel: z.number(),
  state: z.enum(shipmentStates),
  carrier: z.string(),
  tracking: z.string(),
  trackingUrl: z.string(),
  lines: z.array(z.object({ line: z.string(), quantity: z.number(), lost: z.number() })),
  packedAt: z.string(),
  /** For the customer of a parcel that is ready for collection. */
  code: z.optional(z.string()),
  shippedAt: z.optional(z.string()),
  deliveredAt: z.optional(z.string()),
});
export type Shipment = z.output<typeof shipment>;

export const newShipment = z.strictObject({
  key: requestKey,
  /** Otherwise it is shipped at once. */
  isPacked: z.optional(z.boolean()),
  /** Without them: all that is left to ship. */
  lines: z.optional(
    z
      .array(piece)
      .check(z.minLength(1, "Must name a line"), z.maxLength(200, "Must be at most 200 lines")),
  ),
  ...tracked,
});
export type NewShipment = z.output<typeof newShipment>;

export const shipmentEdit = z.strictObject({
  state: z.optional(z.enum(["shipped", "delivered", "void"], "Is not a state of shipments")),
  /** What the customer says when they collect it; without it, why it is handed over. */
  code: z.optional(
    text(20).check(
      z.overwrite((value) => value.replace(/\s/g, "")),
      z.regex(/^\d{6}$/, "Must be six digits"),
    ),
  ),
  reason: z.optional(requiredText(200, "Say why")),
  ...tracked,
});
export type ShipmentEdit = z.output<typeof shipmentEdit>;

export const maxPapersAtOnce = 100;
const uuid = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

const orderIds = text(maxPapersAtOnce * 37).check(
  z.regex(
    new RegExp(`^${uuid}(,${uuid}){0,${maxPapersAtOnce - 1}}$`, "i"),
    `Must be the ids of at most ${maxPapersAtOnce} orders, with commas between`,
  ),
);

const papers = z.enum(["slips", "labels"], "Must be slips or labels");
const leftOut = z.object({
  order: z.string(),
  number: z.optional(z.number()),
  problem: z.string(),
});
export type LeftOut = z.output<typeof leftOut>;

export const shipmentCalls = {
  create: {
    method: "POST",
    path: "/orders/:id/shipments",
    summary:
      "Packs or ships pieces of a paid order: those of the given lines, or all that is left. What has shipped leaves the stock, and its customer gets a letter. The same shipment under the same key answers the first result again.",
    who: "admin",
    area: "orders",
    params: { id },
    body: newShipment,
    reply: shipment,
    refusals: ["invalid", "not-found", "conflict", "not-paid", "already-shipped", "key-reused"],
  },
  edit: {
    method: "PATCH",
    path: "/shipments/:id",
    summary:
      "Changes carrier and tracking of a shipment, or its state: from packed to shipped or void, from shipped to delivered. What is collected at the works becomes delivered by the customer's `code`, or by a `reason`.",
    who: "admin",
    area: "orders",
    params: { id },
    body: shipmentEdit,
    reply: shipment,
    refusals: ["invalid", "not-found", "conflict", "not-paid", "too-many"],
    rateLimit: { max: 300, seconds: 600 },
  },
  preview: {
    method: "POST",
    path: "/shipments/preview",
    summary:
      "Says what POST /shipments would ship of these orders, and what it would leave out, each with the reason. It changes nothing.",
    who: "admin",
    area: "orders",
    body: z.strictObject({
      orders: z
        .array(id)
        .check(z.maxLength(maxPreviewed, `Must be at most ${maxPreviewed} orders`)),
    }),
    reply: z.object({
      ready: z.array(
        z.object({
          order: z.string(),
          number: z.number(),
          /** It becomes ready for collection. */
          isCollection: z.optional(z.boolean()),
        }),
      ),
      pieces: z.number(),
      left: z.array(leftOut),
    }),
    refusals: ["invalid"],
  },
  shipMany: {
    method: "POST",
    path: "/shipments",
    summary:
      "Ships all that is left of each of the given orders. Those that cannot be shipped are left out, each with the reason. The same under the same key answers the first result again.",
    who: "admin",
    area: "orders",
    body: z.strictObject({
      key: requestKey,
      orders: z
        .array(id)
        .check(z.maxLength(maxShippedAtOnce, `Must be at most ${maxShippedAtOnce} orders`)),
      carrier: z.optional(text(100)),
    }),
    reply: z.object({
      shipped: z.array(shipment),
      left: z.array(leftOut),
    }),
    refusals: ["invalid", "key-reused"],
  },
  slip: {
    method: "GET",
    path: "/shipments/:id/slip.pdf",
    summary: "Answers the packing slip of a parcel as PDF.",
    who: "admin",
    area: "orders",
    params: { id },
    reply: z.string(),
    refusals: ["not-found", "unavailable"],
    raw: true,
  },
  label: {
    method: "GET",
    path: "/shipments/:id/label.pdf",
    summary:
      "Answers the address label of a parcel as PDF, with a QR code that leads to the order. What is collected has none.",
    who: "admin",
    area: "orders",
    params: { id },
    reply: z.string(),
    refusals: ["not-found", "unavailable"],
    raw: true,
  },
  papers: {
    method: "GET",
    path: "/shipments/papers.pdf",
    summary:
      "Answers slips and labels of many orders in one PDF: of what is packed, and of what is left to pack as the next parcel. For orders of which nothing is left to send, of their parcels under way. Without `orders`, of the 100 oldest to ship.",
    who: "admin",
    area: "orders",
    query: { orders: z.optional(orderIds), only: z.optional(papers) },
    reply: z.string(),
    refusals: ["invalid", "not-found", "unavailable"],
    raw: true,
  },
} as const satisfies Calls;
