// Money given back, in whole or in part, and never more than was taken.
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
    charge: "text",
    amount: "integer",
    reason: "text",
    metadata: "table",
    expand: "list",
  },
  act(desk, params) {
    const charge = chargeOf(desk, params);
    if (isOf(desk, charge, cards.isDisputed)) {
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
      status: isOf(desk, charge, cards.isLate) ? "pending" : "succeeded",
    });
    desk.ledger.save(refund, String(charge.payment_intent));
    const after = {
      ...charge,
      amount_refunded: charge.amount_refunded + amount,
      refunded: amount === left,
    };
    desk.ledger.save(after);
    desk.tell("refund.created", refund);
    desk.tell("charge.refunded", after);
    return refund;
  },
});

/** The test cards of which refunds go otherwise, by their last digits. */
const cards = { isLate: "7726", sendsBack: "5126", isDisputed: "0259" };

function isOf(
  { ledger }: CallContext,
  { payment_method: method }: Stripe.Charge,
  card: string,
): boolean {
  return ledger.find("payment_method", String(method ?? ""))?.card?.last4 === card;
}

/**
 * What was pending comes to an end: the bank has the money, or sends it back. So does the one that
 * always does, after it had succeeded.
 */
export function finishRefunds(desk: CallContext, status: "succeeded" | "failed"): number {
  const { data } = desk.ledger.list("refund", { limit: 1_000 });
  const isPending = (refund: Stripe.Refund) => refund.status === "pending";
  const unfinished = data.filter((refund) => isPending(refund) || isToFail(desk, refund));
  for (const refund of unfinished) {
    const failure = (status === "failed" || !isPending(refund)) && {
      status: "failed",
      failure_reason: "unknown",
    };
    const done = { ...refund, status, ...failure };
    desk.ledger.save(done);
    if (failure) takeBack(desk, done);
    desk.tell("refund.updated", done);
    if (failure) desk.tell("refund.failed", done);
  }
  return unfinished.length;
}

function isToFail(desk: CallContext, refund: Stripe.Refund): boolean {
  const charge = desk.ledger.find("charge", String(refund.charge));
  return refund.status === "succeeded" && !!charge && isOf(desk, charge, cards.sendsBack);
}

/** It is as if it had never been given. */
function takeBack({ ledger }: CallContext, { charge: id, amount }: Stripe.Refund): void {
  const charge = ledger.find("charge", String(id));
  if (!charge) return;
  const amountRefunded = charge.amount_refunded - amount;
  ledger.save({ ...charge, amount_refunded: amountRefunded, refunded: false });
}

type Of = { payment_intent?: string; charge?: string };

function chargeOf(desk: CallContext, of: Of): Stripe.Charge {
  if (!of.payment_intent && !of.charge) throw missingParam("charge");
  if (!of.payment_intent) {
    const charge = desk.ledger.find("charge", of.charge ?? "");
    if (!charge) throw missingObject("charge", of.charge ?? "", "charge");
    return charge;
  }
  const intent = findIntent(desk, of.payment_intent, "payment_intent");
  const charge =
    intent.status === "succeeded"
      ? desk.ledger.find("charge", String(intent.latest_charge))
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
  params: { expand: "list" },
  act({ ledger }, _params, { id }) {
    const refund = ledger.find("refund", id);
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
    charge: "text",
    expand: "list",
  },
  act(desk, params) {
    const { payment_intent: intent } = params;
    if (intent !== undefined) findIntent(desk, intent, "payment_intent");
    const parent = intent ?? ofCharge(desk, params.charge);
    return listObjects(desk.ledger, "refund", "/v1/refunds", params, { parent });
  },
});

function ofCharge({ ledger }: CallContext, id: string | undefined): string | undefined {
  return id === undefined ? undefined : String(ledger.find("charge", id)?.payment_intent);
}

export const refundCalls = [create, list, retrieve];
