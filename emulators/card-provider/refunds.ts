import type Stripe from "stripe";
import { apiCall, type CallContext } from "./api-call.ts";
import { invalidRequest, missingObject, missingParam } from "./errors.ts";
import { findIntent } from "./find-intent.ts";
import { listObjects, pageParams } from "./list-objects.ts";
import { formatAmount } from "./money.ts";
import { newRefund } from "./new-objects.ts";
import { readChoice, readMetadata } from "./read-params.ts";

const reasons = ["duplicate", "fraudulent", "requested_by_customer"] as const;

const create = apiCall({
  method: "POST",
  path: "/v1/refunds",
  who: ["server"],
  params: {
    payment_intent: "text",
    amount: "integer",
    reason: "text",
    metadata: "table",
  },
  act(context, params) {
    const charge = findCharge(context, params.payment_intent);
    if (isByCard(context, charge, cards.isDisputed)) {
      const code = "charge_disputed";
      throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
        code,
      });
    }
    const left = charge.amount - charge.amount_refunded;
    if (left === 0) {
      const code = "charge_already_refunded";
      throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code });
    }
    const amount = params.amount ?? left;
    if (amount < 1) {
      const code = "parameter_invalid_integer";
      throw invalidRequest("This value must be greater than or equal to 1.", {
        code,
        param: "amount",
      });
    }
    if (amount > left) {
      throw invalidRequest(
        `Refund amount (${formatAmount(amount)}) is greater than unrefunded amount on charge (${formatAmount(left)})`,
        { param: "amount" },
      );
    }
    const refund = newRefund(charge, {
      amount,
      metadata: readMetadata(params.metadata),
      reason: readChoice(params.reason, reasons, "reason"),
      status: isByCard(context, charge, cards.staysPending) ? "pending" : "succeeded",
    });
    context.store.save(refund, String(charge.payment_intent));
    const after = {
      ...charge,
      amount_refunded: charge.amount_refunded + amount,
      refunded: amount === left,
    };
    context.store.save(after);
    context.publish("refund.created", refund);
    context.publish("charge.refunded", after);
    return refund;
  },
});

/** Test cards whose refunds behave differently, by their last digits. */
const cards = { staysPending: "7726", failsLater: "5126", isDisputed: "0259" };

function isByCard(
  { store }: CallContext,
  { payment_method: method }: Stripe.Charge,
  card: string,
): boolean {
  return store.find("payment_method", String(method ?? ""))?.card?.last4 === card;
}

/** Ends pending refunds, and fails the succeeded one of the card that always does. */
export function finishRefunds(context: CallContext, status: "succeeded" | "failed"): number {
  const { data } = context.store.list("refund", { limit: 1_000 });
  const isPending = (refund: Stripe.Refund) => refund.status === "pending";
  const open = data.filter((refund) => isPending(refund) || mustFail(context, refund));
  for (const refund of open) {
    const failure = (status === "failed" || !isPending(refund)) && {
      status: "failed",
      failure_reason: "unknown",
    };
    const done = { ...refund, status, ...failure };
    context.store.save(done);
    if (failure) revertRefund(context, done);
    context.publish("refund.updated", done);
    if (failure) context.publish("refund.failed", done);
  }
  return open.length;
}

function mustFail(context: CallContext, refund: Stripe.Refund): boolean {
  const charge = context.store.find("charge", String(refund.charge));
  return refund.status === "succeeded" && !!charge && isByCard(context, charge, cards.failsLater);
}

function revertRefund({ store }: CallContext, { charge: id, amount }: Stripe.Refund): void {
  const charge = store.find("charge", String(id));
  if (!charge) return;
  const amountRefunded = charge.amount_refunded - amount;
  store.save({ ...charge, amount_refunded: amountRefunded, refunded: false });
}

function findCharge(context: CallContext, intentId: string | undefined): Stripe.Charge {
  if (!intentId) throw missingParam("payment_intent");
  const intent = findIntent(context, intentId, "payment_intent");
  const charge =
    intent.status === "succeeded"
      ? context.store.find("charge", String(intent.latest_charge))
      : undefined;
  if (charge) return charge;
  throw invalidRequest(
    `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    {
      param: "payment_intent",
    },
  );
}

const retrieve = apiCall({
  method: "GET",
  path: "/v1/refunds/:id",
  who: ["server"],
  params: {},
  act({ store }, _params, { id }) {
    const refund = store.find("refund", id);
    if (!refund) throw missingObject("refund", id, "id");
    return refund;
  },
});

const list = apiCall({
  method: "GET",
  path: "/v1/refunds",
  who: ["server"],
  params: {
    ...pageParams,
    payment_intent: "text",
  },
  act(context, params) {
    const { payment_intent: intent } = params;
    if (intent !== undefined) findIntent(context, intent, "payment_intent");
    return listObjects(context.store, "refund", "/v1/refunds", params, { parent: intent });
  },
});

export const refundCalls = [create, list, retrieve];
