// POST /create-payment-intent: what a browser needs to pay an order. An order has one payment that
// can still succeed; whoever asks again gets the same.
import { setTimeout as sleep } from "node:timers/promises";
import type { paymentCalls } from "#contract/payments.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { toCents } from "#contract/rules/money.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { withRequestDeadline } from "#server/platform/http/request-deadline.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import type { PaymentsContext } from "./context.ts";
import { type Intent, ProviderBusy, ProviderDown, ProviderRejected } from "./provider-types.ts";
import { matchesTotal, noSuchOrder, totalMismatch } from "./refusals.ts";
import { requireProvider } from "./require-provider.ts";
import { recordIntent } from "./settle-payment.ts";
import {
  closePayment,
  closeUnopenedPayment,
  createPayment,
  findLivePayment,
  findOrder,
  findUnpaidOrder,
  moveProblem,
  type OrderRow,
  openPayment,
  type PaymentRow,
  scheduleCheck,
} from "./store.ts";

const later = refuse(
  "unavailable",
  "The card provider cannot be reached just now. Nothing was charged and your order is kept: " +
    "please try again in a moment.",
);
/** Somebody may have paid already, and nobody can know just now. */
const unseen = refuse(
  "unavailable",
  "The card provider cannot be reached just now, so it cannot be seen whether this order is paid " +
    "already. If you have paid, you need not pay again. Please look again in a moment.",
);
const confirming = refuse(
  "conflict",
  "Your payment for this order is being confirmed. You need not pay again.",
);
const returning = refuse(
  "conflict",
  "Your payment for this order could not be used and is being refunded. Please try again.",
);

export function createIntent(context: PaymentsContext): Create {
  return (given, caller) => {
    // Which of the refusals is true when the provider is slow shows on the way.
    let whenLate: Offer | undefined;
    const sayWhenLate = (refusal: Offer) => {
      whenLate = refusal;
    };
    const work = () => create(context, given, caller, sayWhenLate);
    return withRequestDeadline(caller, work, () => whenLate);
  };
}

type Create = Handler<typeof paymentCalls.intent>;

async function create(
  context: PaymentsContext,
  { body }: Parameters<Create>[0],
  { person }: Parameters<Create>[1],
  sayWhenLate: SayWhenLate,
): ReturnType<Create> {
  const order = body.order
    ? await findOrder(context.db, body.order, { userId: person._id })
    : await findUnpaidOrder(context.db, person._id, toCents(body.price));
  if (!order) return noSuchOrder;
  if (!matchesTotal(order, body.price)) return totalMismatch(order);
  const no = moveProblem("pay", order.state);
  if (no) return refuse("conflict", no);
  try {
    return await offer(context, order, sayWhenLate);
  } catch (error) {
    if (error instanceof ProviderDown) return later;
    if (error instanceof ProviderRejected) return refuse("conflict", sayNo(error));
    throw error;
  }
}

const mostTries = 12;

/** Another tab asked for the same a moment ago: its answer is stored as soon as it is there. */
async function waitIfBusy(error: unknown): Promise<undefined> {
  if (!(error instanceof ProviderBusy)) throw error;
  await sleep(300);
}

/** Its secret was told to a browser, so it may have been paid by now. */
function unseenIfDown(error: unknown): typeof unseen {
  if (error instanceof ProviderDown) return unseen;
  throw error;
}

type Offer = { clientSecret: string } | Refusal<"conflict" | "unavailable">;

type SayWhenLate = (refusal: Offer) => void;

async function offer(
  context: PaymentsContext,
  order: OrderRow,
  sayWhenLate: SayWhenLate,
): Promise<Offer> {
  // What is found given up is replaced; that cannot happen often, but two may do it at once.
  for (let tries = 0; tries < mostTries; tries++) {
    const { db } = context;
    const payment = (await findLivePayment(db, order.id)) ?? (await createPayment(db, order.id));
    sayWhenLate(payment && !payment.intentId ? later : unseen);
    if (payment?.intentId) {
      const found = await findAgain(context, order, payment, payment.intentId).catch(unseenIfDown);
      if (found) return found;
    } else if (payment) {
      const intent = await createAtProvider(context, payment).catch(waitIfBusy);
      if (intent) return { clientSecret: intent.clientSecret };
    } else {
      const now = await findOrder(db, order.id, "anybody");
      const no = now && moveProblem("pay", now.state);
      if (no) return refuse("conflict", no);
    }
  }
  return later;
}

/** The one that is live; nothing where it is dead and another is to be made. */
async function findAgain(
  context: PaymentsContext,
  order: OrderRow,
  payment: PaymentRow,
  intentId: string,
): Promise<Offer | undefined> {
  const intent = await findOrForget(context, intentId);
  if (!intent) return undefined;
  const settled = await recordIntent(context, payment, intent);
  if (settled.is === "waiting") {
    // Whoever looks at it again is about to pay.
    await scheduleCheck(context.db, payment.id, 30);
    return { clientSecret: intent.clientSecret };
  }
  if (settled.is === "dead") return undefined;
  if (settled.is === "pending") return confirming;
  if (settled.is !== "paid") return returning;
  return refuse("conflict", moveProblem("pay", "paid") ?? `Order ${order.id} is paid.`);
}

/** The provider may have lost it: another account, another book. Nobody can pay it there then. */
async function findOrForget(
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

/**
 * Makes it known at the provider, under the key that was stored before. Nothing where somebody
 * else gave it up meanwhile. Until it is stored as open nobody was told its secret, so one of which
 * nothing was heard can be given up at any time: it cannot be paid.
 */
export async function createAtProvider(
  context: PaymentsContext,
  payment: PaymentRow,
): Promise<Intent | undefined> {
  const { id: paymentId, orderId, amountCents: amount, currency } = payment;
  try {
    const intent = await requireProvider(context).createIntent({
      paymentId,
      orderId,
      amount,
      currency,
    });
    return (await openPayment(context.db, paymentId, intent.id)) ? intent : undefined;
  } catch (error) {
    // A key keeps its answer at the provider, a failure too: a new one is needed then.
    const isStuck = error instanceof ProviderDown && Date.now() - +payment.createdAt > stuckAfter;
    if (isStuck || error instanceof ProviderRejected)
      await closeUnopenedPayment(context.db, paymentId);
    throw error;
  }
}

const stuckAfter = 2 * 60_000;

function sayNo({ code, message }: ProviderRejected): string {
  if (code === "amount_too_small") return "This total is too small to be paid by card.";
  if (code === "amount_too_large") return "This total is too large to be paid by card.";
  log.error(`The card provider refused to make a payment: ${message}`);
  return "The card provider does not accept this payment. Nothing was charged.";
}
