// One payment as the card provider has it and as the shop has it: where they do not agree.
import { showMoney } from "./rule.ts";

export type ProviderPayment = {
  id: string;
  status: "waiting" | "processing" | "succeeded" | "canceled";
  received: number;
  currency: string;
  orderId: string | undefined;
  /** What went back of it, in all; undefined where that is not known. */
  returned: number | undefined;
};

export type ShopPayment = {
  order: string;
  /** None where its name never arrived here. */
  intent: string | null;
  state: string;
  amount: number;
  currency: string;
  /** Settled elsewhere: the customer got the money in another way than by the provider. */
  refund: { state: string; amount: number; isElsewhere: boolean } | null;
};

export type PaymentDifference = {
  kind: string;
  says: string;
  remedy: string;
  /** It is so for a moment in the ordinary course of things. */
  mayBeUnderWay?: true;
  /** The shop can write it down itself, when it asks once more. */
  mayBeSettled?: true;
};

export function comparePayment(
  there: ProviderPayment | undefined,
  here: ShopPayment | undefined,
): PaymentDifference | undefined {
  if (!there) return here && unknownThere(here);
  if (!here) return unknownHere(there);
  return payment(there, here) ?? refund(there, here);
}

function unknownThere({ state, intent, amount }: ShopPayment): PaymentDifference | undefined {
  if (state !== "succeeded") return undefined;
  return {
    kind: "unknown-there",
    says: `Here ${intent} counts as a payment of ${showMoney(amount)}, but the card provider knows no such payment.`,
    remedy:
      "See that the shop's keys belong to the right account of the card provider. If they do, this money never came: do not send the goods.",
  };
}

function unknownHere({ id, status, received }: ProviderPayment): PaymentDifference | undefined {
  if (status !== "succeeded") return undefined;
  return {
    kind: "charged-unknown-here",
    says: `The card provider received ${showMoney(received)} by ${id}, and the shop knows nothing of it.`,
    remedy:
      "If another business uses the same account of the card provider, this is theirs. If it is for an order of this shop, refund it in the provider's dashboard and tell the customer.",
    mayBeUnderWay: true,
  };
}

function payment(there: ProviderPayment, here: ShopPayment): PaymentDifference | undefined {
  const { id, status, received, currency, orderId } = there;
  const isCharged = status === "succeeded";
  if (isCharged && here.state !== "succeeded") {
    return {
      kind: "charged-not-recorded",
      says: `The card provider received ${showMoney(received)} by ${id}, but here the payment is ${here.state}.`,
      remedy:
        "The shop asks again by itself each minute, and writes it down or gives the money back. If it is still listed after some minutes, the shop's log says why that fails.",
      mayBeUnderWay: true,
      mayBeSettled: true,
    };
  }
  if (here.state !== "succeeded") return undefined;
  if (!isCharged) {
    return {
      kind: "recorded-not-charged",
      says: `Here ${id} counts as paid with ${showMoney(here.amount)}, but at the card provider it is ${status}.`,
      remedy: "The money did not come: do not send the goods. Cancel the order.",
    };
  }
  // What did not come as it was asked for goes back; then this is settled.
  if (here.refund) return undefined;
  if (received !== here.amount || currency !== here.currency) {
    return {
      kind: "amount-differs-there",
      says: `${id} brought ${showMoney(received)} (${currency}) at the card provider, but counts as ${showMoney(here.amount)} (${here.currency}) here.`,
      remedy:
        "Settle the rest with the customer, or cancel the order, which refunds what was paid.",
    };
  }
  if (orderId !== undefined && orderId !== here.order) {
    return {
      kind: "other-order",
      says: `${id} was paid for order ${orderId}, but counts for order ${here.order}.`,
      remedy: "Ask both customers what they paid for, and cancel the order that was not paid.",
    };
  }
  return undefined;
}

function refund(
  { id, returned }: ProviderPayment,
  { refund }: ShopPayment,
): PaymentDifference | undefined {
  if (returned === undefined) return undefined;
  if (!refund) {
    if (returned === 0) return undefined;
    return {
      kind: "refunded-there-only",
      says: `${showMoney(returned)} of ${id} was refunded at the card provider, but not by the shop.`,
      remedy:
        "Somebody refunded it in the provider's dashboard. If all of it went back, cancel the order here: the shop finds the refund done and takes the stock back.",
    };
  }
  if (refund.isElsewhere) return returned < refund.amount ? undefined : refundedTwice(id, refund);
  if (refund.state !== "done" || returned === refund.amount) return undefined;
  if (returned === 0) {
    return {
      kind: "refunded-here-only",
      says: `Here ${showMoney(refund.amount)} of ${id} went back, but at the card provider nothing did.`,
      remedy:
        "The bank may have sent the refund back. Refund it in the provider's dashboard, or pay the customer in another way.",
    };
  }
  return {
    kind: "refund-differs-there",
    says: `${showMoney(refund.amount)} of ${id} went back by the shop's account, but ${showMoney(returned)} by the card provider's.`,
    remedy: "Settle the rest with the customer.",
  };
}

function refundedTwice(id: string, { amount }: { amount: number }): PaymentDifference {
  return {
    kind: "refunded-twice",
    says: `The ${showMoney(amount)} of ${id} were settled elsewhere, and the card provider gave them back as well.`,
    remedy:
      "The customer has the money twice. Compare the order's history with the card provider's receipt, and ask the customer for what was too much.",
  };
}
