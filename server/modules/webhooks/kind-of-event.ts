import type { WebhookKind } from "#contract/webhooks.ts";

/** What the shop calls its events inside. Others are of no interest to programs elsewhere. */
const kinds: Record<string, WebhookKind> = {
  "order.placed": "order.placed",
  "order.paid": "order.paid",
  "order.address-corrected": "order.address-corrected",
  "order.packed": "order.packed",
  "order.partly_shipped": "order.partly-shipped",
  "order.shipped": "order.shipped",
  "order.delivered": "order.delivered",
  "order.cancelled": "order.cancelled",
  "order.closed": "order.cancelled",
  "order.refunding": "order.cancelled",
  "order.refund-done": "order.refunded",
  "order.return-asked": "return.asked",
  "order.return-approved": "return.approved",
  "order.return-refused": "return.refused",
  "order.return-received": "return.received",
  "order.return-inspected": "return.inspected",
  "order.return-closed": "return.closed",
  "order.return-cancelled": "return.cancelled",
  "withdrawal.stated": "withdrawal.stated",
  "part.added": "part.added",
  "part.restored": "part.added",
  "part.deleted": "part.deleted",
  "part.price-changed": "part.price-changed",
  "part.stock-changed": "part.stock-changed",
  "part.edited": "part.changed",
  "parts.edited": "parts.changed",
  "parts.imported": "parts.changed",
  "parts.import-undone": "parts.changed",
  "review.added": "review.added",
  "review.edited": "review.edited",
  "review.deleted": "review.deleted",
};

export const kindOfEvent = (name: string): WebhookKind | undefined =>
  Object.hasOwn(kinds, name) ? kinds[name] : undefined;
