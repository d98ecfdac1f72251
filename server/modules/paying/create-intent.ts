import { setTimeout as sleep } from "node:timers/promises";
import type { paymentCalls } from "#contract/payments.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import { toCents } from "#contract/rules/money.ts";
import { moveProblem } from "#contract/rules/order-states.ts";
import type { Context } from "#server/context.ts";
import { findSpentDiscounts } from "#server/modules/discounts/price-terms.ts";
import { networksOf } from "#server/modules/inventory/count-holds.ts";
import { beginPayment } from "#server/modules/orders/begin-payment.ts";
import { lockOrder, type OrderRow } from "#server/modules/orders/move-order.ts";
import { noSuchOrder } from "#server/modules/orders/refusals.ts";
import {
  type Intent,
  ProviderBusy,
  ProviderDown,
  ProviderRejected,
  requireProvider,
} from "#server/modules/payments/provider-types.ts";
import { beingConfirmed, matchesTotal, totalMismatch } from "#server/modules/payments/refusals.ts";
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
} from "#server/modules/payments/store.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { recordIntent } from "./settle-payment.ts";
import { DiscountsSpent, refuseSpent } from "./spent-discounts.ts";

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

/** `heldUntil`: null where the stock is not reserved, so that what is gone when the money comes is refunded. */
type Reply =
  | { clientSecret: string; heldUntil: string | null }
  | Refusal<"conflict" | "unavailable">;

export function createIntent(context: Context): Handler<typeof paymentCalls.intent> {
  return async ({ body }, caller) => {
    const userId = caller.person._id;
    const found = body.order
      ? await findOrderAndLivePayment(context.db, body.order, { userId })
      : await findUnpaidOrder(context.db, userId, toCents(body.price));
    return found ? openCardPayment(context, found, { price: body.price, caller }) : noSuchOrder;
  };
}

type Payable = { order: OrderRow; payment: PaymentRow | null };

export async function openCardPayment(
  context: Context,
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
    if (error instanceof DiscountsSpent) return refuseSpent(context, error);
    if (error instanceof ProviderDown) return providerDown;
    if (error instanceof ProviderRejected) return refuse("conflict", rejectionText(error));
    throw error;
  }
}

/** Other requests may close the payment meanwhile, or be creating the same intent. */
const maxAttempts = 12;

async function findOrCreate(
  context: Context,
  { order, payment: known }: Payable,
  caller: Caller,
): Promise<Reply> {
  let live = known ?? undefined;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const begun = live ? undefined : await begin(context, order.id, caller, createPayment);
    const payment = live ?? begun?.payment;
    caller.replyWhenLate = payment && !payment.intentId ? providerDown : maybePaid;
    const intent = await findOrCreateIntent(context, order, payment);
    if (intent instanceof Refusal) return intent;
    if (intent) {
      const { heldUntil } = begun ?? (await begin(context, order.id, caller));
      return { clientSecret: intent.clientSecret, heldUntil: heldUntil?.toISOString() ?? null };
    }
    live = await findLivePayment(context.db, order.id);
  }
  return providerDown;
}

type Found = { clientSecret: string } | Refusal<"conflict" | "unavailable"> | undefined;

async function findOrCreateIntent(
  context: Context,
  order: OrderRow,
  payment: PaymentRow | undefined,
): Promise<Found> {
  if (payment?.intentId) return findIntent(context, payment, payment.intentId).catch(toMaybePaid);
  if (payment) return createAtProvider(context, payment).catch(waitIfBusy);
  const now = await findOrder(context.db, order.id, "anybody");
  const problem = now && moveProblem("pay", now.paymentState);
  return problem === undefined ? undefined : refuse("conflict", problem);
}

type Begun = { heldUntil?: Date | undefined; payment?: PaymentRow | undefined };

/** Holds the stock within the bounds on holds, with what is stored besides. */
async function begin(
  { db, clock, env, settings: read }: Context,
  orderId: string,
  { address }: Caller,
  store?: typeof createPayment,
): Promise<Begun> {
  const settings = await read();
  const bounds = { ...settings.holds, factor: env.RESERVATION_FACTOR };
  const payer = { now: clock.now(), networks: networksOf(address), bounds };
  return retryOnConflict(() =>
    inTransaction(db, async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (!order || (store && order.paymentState !== "unpaid")) return {};
      const begun = await beginPayment(tx, order, payer);
      // Thrown, so that nothing is held longer.
      if (begun instanceof Refusal) throw new RefusalError(begun);
      const spent = await findSpentDiscounts(tx, order, settings);
      if (spent.length > 0) throw new DiscountsSpent(order, spent);
      return { ...begun, payment: store ? await store(tx, order) : undefined };
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

async function findIntent(context: Context, payment: PaymentRow, intentId: string): Promise<Found> {
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

async function findOrClose(context: Context, intentId: string): Promise<Intent | undefined> {
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
  context: Context,
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
