import { eq } from "drizzle-orm";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { confirming, moveProblem } from "#contract/rules/order-states.ts";
import { moveHeldUntil } from "#server/modules/inventory/reserve.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { type LockedOrder, moveOrder } from "./move-order.ts";
import {
  allocateOrder,
  type Held,
  holdOrder,
  minutesAfter,
  type NamedShortage,
  type PayerHold,
} from "./reserve-order.ts";
import { orders } from "./tables.ts";

const processingMinutes = 24 * 60;
const declinedMinutes = 15;

export async function beginPayment(
  tx: Queries,
  order: LockedOrder,
  payer: PayerHold,
): Promise<Refusal<"conflict"> | Held> {
  const problem =
    order.paymentState === "processing" ? confirming : moveProblem("pay", order.paymentState);
  if (problem) return refuse("conflict", problem);
  const begun = await holdOrder(tx, order, payer);
  return "shortages" in begun ? refuseShortages(begun.shortages) : begun;
}

/** Of an order that may be sent before it is paid. */
export async function allocateStock(
  tx: Queries,
  order: LockedOrder,
): Promise<Refusal<"conflict"> | undefined> {
  const shortages = await allocateOrder(tx, order);
  return shortages.length > 0 ? refuseShortages(shortages) : undefined;
}

const refuseShortages = (shortages: readonly NamedShortage[]) =>
  refuse("conflict", shortages.map(describeShortage).join(" "));

function describeShortage({ name, available }: NamedShortage): string {
  if (available === 0) return `${name} is sold out.`;
  return `Only ${available} of ${name} ${available === 1 ? "is" : "are"} left.`;
}

/** Repeated while the bank decides, to keep what is held. Where nothing is left, the payment is refunded when it succeeds. */
export async function markProcessing(tx: Queries, order: LockedOrder, now: Date): Promise<void> {
  await moveHold(tx, order, minutesAfter(now, processingMinutes), "at least");
  if (order.paymentState === "unpaid")
    await moveOrder(tx, order, { name: "process", by: "card provider" });
}

export async function markPaymentFailed(tx: Queries, order: LockedOrder, now: Date): Promise<void> {
  if (order.paymentState !== "processing") return;
  await moveOrder(tx, order, { name: "fail", by: "card provider" });
  await moveHold(tx, order, minutesAfter(now, declinedMinutes), "at most");
}

async function moveHold(
  tx: Queries,
  { id, holdUntil }: LockedOrder,
  until: Date,
  bound: "at least" | "at most",
): Promise<void> {
  if (!(await moveHeldUntil(tx, id, until, bound)) || !holdUntil) return;
  const isPast = bound === "at least" ? holdUntil >= until : holdUntil <= until;
  if (!isPast) await tx.update(orders).set({ holdUntil: until }).where(eq(orders.id, id));
}
