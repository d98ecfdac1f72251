import { type Refusal, refuse } from "#contract/refusals.ts";
import { confirming, moveProblem } from "#contract/rules/order-states.ts";
import type { Shortage } from "#server/modules/inventory/shelf-parts.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { type LockedOrder, moveOrder } from "./move-order.ts";
import { reserveOrder } from "./reserve-order.ts";

const paymentMinutes = 15;
const processingMinutes = 24 * 60;

const heldFor = (minutes: number, now: Date) =>
  ({ state: "held", expiresAt: new Date(now.getTime() + minutes * 60_000) }) as const;

export async function beginPayment(
  tx: Queries,
  order: LockedOrder,
  now: Date,
): Promise<Refusal<"conflict"> | undefined> {
  const problem =
    order.paymentState === "processing" ? confirming : moveProblem("pay", order.paymentState);
  if (problem) return refuse("conflict", problem);
  const shortages = await reserveOrder(tx, order, heldFor(paymentMinutes, now));
  return refuseShortages(shortages);
}

/** Of an order that may be sent before it is paid. */
export async function allocateStock(
  tx: Queries,
  order: LockedOrder,
): Promise<Refusal<"conflict"> | undefined> {
  const shortages = await reserveOrder(tx, order, { state: "allocated", expiresAt: null });
  return refuseShortages(shortages);
}

const refuseShortages = (shortages: readonly (Shortage & { name: string })[]) =>
  shortages.length > 0 ? refuse("conflict", shortages.map(describeShortage).join(" ")) : undefined;

function describeShortage({ name, available }: Shortage & { name: string }): string {
  if (available === 0) return `${name} is sold out.`;
  return `Only ${available} of ${name} ${available === 1 ? "is" : "are"} left.`;
}

/** Repeated while the bank decides, to keep the stock. */
export async function markProcessing(tx: Queries, order: LockedOrder, now: Date): Promise<void> {
  // Where nothing is left, the payment is refunded when it succeeds.
  await reserveOrder(tx, order, heldFor(processingMinutes, now));
  if (order.paymentState === "unpaid")
    await moveOrder(tx, order, { name: "process", by: "card provider" });
}

export async function markPaymentFailed(tx: Queries, order: LockedOrder, now: Date): Promise<void> {
  if (order.paymentState !== "processing") return;
  await moveOrder(tx, order, { name: "fail", by: "card provider" });
  await reserveOrder(tx, order, heldFor(paymentMinutes, now));
}
