import { createHash } from "node:crypto";
import type { Quote } from "#contract/rules/quote-order.ts";
import { isOrdered, type LiveLine } from "#server/modules/baskets/present-line.ts";
import type { StoredCheckout } from "./store.ts";

/** Of what an order would be of and where it would go: two checkouts of one total may differ in it. */
export function fingerprintOf(
  { address, billTo, vatId, reference }: StoredCheckout,
  lines: readonly LiveLine[],
  { chosen }: Quote,
): string {
  const parts = lines.filter(isOrdered).map(({ part, quantity }) => `${quantity} ${part.id}`);
  const content = JSON.stringify([parts.sort(), address, billTo, chosen?.id, vatId, reference]);
  return createHash("sha256").update(content).digest("base64url").slice(0, 22);
}
