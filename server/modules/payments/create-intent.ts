import { setTimeout as sleep } from "node:timers/promises";
import type { paymentCalls } from "#contract/payments.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import { toCents } from "#contract/rules/money.ts";
import { moveProblem } from "#contract/rules/order-states.ts";
import type { OrderRow } from "#server/modules/orders/move-order.ts";
import { noSuchOrder } from "#server/modules/orders/refusals.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import type { PaymentsContext } from "./context.ts";
import {
  type Intent,
  ProviderBusy,
  ProviderDown,
  ProviderRejected,
  requireProvider,
} from "./provider-types.ts";
import { beingConfirmed, matchesTotal, totalMismatch } from "./refusals.ts";
import { recordIntent } from "./settle-payment.ts";
import {
  closePayment,
  closeUnopenedPayment,
  createPayment,
  findLivePayment,
  findOrder,
  findOrderAndLivePayment,
  findUnpaidOrder,
  openPayment,
  type PaymentRow,
  scheduleCheck,
} from "./store.ts";

export const providerDown = refuse(
  "unavailable",
  "The card provider cannot be reached right now. Nothing was charged and your order is kept: " +
    "please try again in a moment.",
);
const maybePaid = refuse(
  "unavailable",
  "The card provider cannot be reached right now, so we cannot tell whether this order is already " +
    "paid. If you have paid, please do not pay again. Please check again in a moment.",
);
const refunding = refuse(
  "conflict",
  "Your payment for this order could not be used and is being refunded. Please try again.",
);

type Reply = { clientSecret: string } | Refusal<"conflict" | "unavailable">;

export function createIntent(context: PaymentsContext): Handler<typeof paymentCalls.intent> {
  return async ({ body }, caller) => {
    const userId = caller.person._id;
    const found = body.order
      ? await findOrderAndLivePayment(context.db, body.order, { userId })
      : await findUnpaidOrder(context.db, userId, toCents(body.price));
    return found ? beginPayment(context, found, { price: body.price, caller }) : noSuchOrder;
  };
}

type Payable = { order: OrderRow; payment: PaymentRow | null };

export async function beginPayment(
  context: PaymentsContext,
  found: Payable,
  { price, caller }: { price: number; caller: Caller },
): Promise<Reply> {
  const { order } = found;
  if (!matchesTotal(order, price)) return totalMismatch(order);
  const problem = moveProblem("pay", order.paymentState);
  if (problem) return refuse("conflict", problem);
  try {
    return await findOrCreate(context, found, caller);
  } catch (error) {
    if (error instanceof ProviderDown) return providerDown;
    if (error instanceof ProviderRejected) return refuse("conflict", rejectionText(error));
    throw error;
  }
}

/** Other requests may close the payment meanwhile, or be creating the same intent. */
const maxAttempts = 12;

async function findOrCreate(
  context: PaymentsContext,
  { order, payment: known }: Payable,
  caller: Caller,
): Promise<Reply> {
  let live = known ?? undefined;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const payment = live ?? (await begin(context, order.id));
    caller.replyWhenLate = payment && !payment.intentId ? providerDown : maybePaid;
    const reply = await replyFor(context, order, payment);
    if (reply) return reply;
    live = await findLivePayment(context.db, order.id);
  }
  return providerDown;
}

async function replyFor(
  context: PaymentsContext,
  order: OrderRow,
  payment: PaymentRow | undefined,
): Promise<Reply | undefined> {
  if (payment?.intentId) {
    const reply = await replyForIntent(context, payment, payment.intentId).catch(toMaybePaid);
    if (!reply || reply instanceof Refusal) return reply;
    await holdStock(context, order.id);
    return reply;
  }
  if (payment) {
    const intent = await createAtProvider(context, payment).catch(waitIfBusy);
    return intent && { clientSecret: intent.clientSecret };
  }
  const now = await findOrder(context.db, order.id, "anybody");
  const problem = now && moveProblem("pay", now.paymentState);
  return problem === undefined ? undefined : refuse("conflict", problem);
}

function begin({ db, clock, orders }: PaymentsContext, orderId: string) {
  return retryOnConflict(() =>
    inTransaction(db, async (tx) => {
      const order = await orders.lockOrder(tx, orderId);
      if (order?.paymentState !== "unpaid") return undefined;
      const problem = await orders.beginPayment(tx, order, clock.now());
      // Thrown, so that nothing is held longer.
      if (problem) throw new RefusalError(problem);
      return createPayment(tx, order);
    }),
  );
}

function holdStock({ db, clock, orders }: PaymentsContext, orderId: string): Promise<void> {
  return retryOnConflict(() =>
    inTransaction(db, async (tx) => {
      const order = await orders.lockOrder(tx, orderId);
      const problem = order && (await orders.beginPayment(tx, order, clock.now()));
      if (problem) throw new RefusalError(problem);
    }),
  );
}

/** A browser has had its secret, so the order may be paid by now. */
function toMaybePaid(error: unknown): typeof maybePaid {
  if (error instanceof ProviderDown) return maybePaid;
  throw error;
}

async function waitIfBusy(error: unknown): Promise<undefined> {
  if (!(error instanceof ProviderBusy)) throw error;
  await sleep(300);
}

async function replyForIntent(
  context: PaymentsContext,
  payment: PaymentRow,
  intentId: string,
): Promise<Reply | undefined> {
  const intent = await findOrClose(context, intentId);
  if (!intent) return undefined;
  const { is } = await recordIntent(context, payment, intent);
  if (is === "canceled") return undefined;
  if (is === "pending") return beingConfirmed;
  if (is === "paid") return refuse("conflict", moveProblem("pay", "paid") ?? "");
  if (is !== "unpaid") return refunding;
  await scheduleCheck(context.db, payment.id, 30);
  // The box of an earlier visit is not ticked any more.
  if (intent.savesCard)
    await requireProvider(context).prepareIntent(intentId, { savesCard: false });
  return { clientSecret: intent.clientSecret };
}

async function findOrClose(
  context: PaymentsContext,
  intentId: string,
): Promise<Intent | undefined> {
  try {
    return await requireProvider(context).findIntent(intentId);
  } catch (error) {
    if (!(error instanceof ProviderRejected && error.code === "resource_missing")) throw error;
    await closePayment(context.db, intentId);
    return undefined;
  }
}

/** After this time an unanswered request is not repeated under its idempotency key. */
const keyStuckAfterMs = 2 * 60_000;

/** The payment's id is the idempotency key. Undefined where the payment was closed meanwhile. */
export async function createAtProvider(
  context: PaymentsContext,
  { id: paymentId, orderId, amountCents: amount, currency, createdAt }: PaymentRow,
): Promise<Intent | undefined> {
  try {
    const provider = requireProvider(context);
    const intent = await provider.createIntent({ paymentId, orderId, amount, currency });
    return (await openPayment(context.db, paymentId, intent.id)) ? intent : undefined;
  } catch (error) {
    const isStuck = error instanceof ProviderDown && Date.now() - +createdAt > keyStuckAfterMs;
    if (isStuck || error instanceof ProviderRejected) {
      await closeUnopenedPayment(context.db, paymentId);
    }
    throw error;
  }
}

function rejectionText({ code }: ProviderRejected): string {
  if (code === "amount_too_small") return "This total is too small to be paid by card.";
  if (code === "amount_too_large") return "This total is too large to be paid by card.";
  return "The card provider does not accept this payment. Nothing was charged.";
}
