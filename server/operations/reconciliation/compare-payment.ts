import { showMoney } from "./rule.ts";

export type ProviderPayment = {
  id: string;
  status: "waiting" | "processing" | "succeeded" | "canceled";
  received: number;
  currency: string;
  orderId: string | undefined;
  returned: number | undefined;
};

export type ShopPayment = {
  order: string;
  intent: string | null;
  state: string;
  amount: number;
  currency: string;
  captured: number;
  refunds: { open: number; done: number; elsewhere: number };
};

export type PaymentDifference = {
  kind: string;
  says: string;
  remedy: string;
  mayBeInProgress?: true;
  canBeSettled?: true;
};

export function comparePayment(
  there: ProviderPayment | undefined,
  here: ShopPayment | undefined,
): PaymentDifference | undefined {
  if (!there) return here && missingThere(here);
  if (!here) return missingHere(there);
  return compareStates(there, here) ?? compareRefunds(there, here);
}

function missingThere({ state, intent, amount }: ShopPayment): PaymentDifference | undefined {
  if (state !== "succeeded") return undefined;
  return {
    kind: "unknown-there",
    says: `Here ${intent} counts as a payment of ${showMoney(amount)}, but the card provider knows no such payment.`,
    remedy:
      "Check that the shop's keys belong to the right account of the card provider. If they do, this money never came: do not send the goods.",
  };
}

function missingHere({ id, status, received }: ProviderPayment): PaymentDifference | undefined {
  if (status !== "succeeded") return undefined;
  return {
    kind: "charged-unknown-here",
    says: `The card provider received ${showMoney(received)} by ${id}, and the shop knows nothing of it.`,
    remedy:
      "If another business uses the same account of the card provider, this is theirs. If it is for an order of this shop, refund it in the provider's dashboard and tell the customer.",
    mayBeInProgress: true,
  };
}

function compareStates(there: ProviderPayment, here: ShopPayment): PaymentDifference | undefined {
  const { id, status, received, currency, orderId } = there;
  const isCharged = status === "succeeded";
  if (isCharged && here.state !== "succeeded") {
    return {
      kind: "charged-not-recorded",
      says: `The card provider received ${showMoney(received)} by ${id}, but here the payment is ${here.state}.`,
      remedy:
        "The shop checks again every minute, and records or refunds it. If it is still listed after some minutes, the shop's log says why.",
      mayBeInProgress: true,
      canBeSettled: true,
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
  // A payment that does not match the order is refunded.
  const { open, done, elsewhere } = here.refunds;
  if (open + done + elsewhere >= here.captured) return undefined;
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

function compareRefunds(
  { id, returned }: ProviderPayment,
  { refunds }: ShopPayment,
): PaymentDifference | undefined {
  if (returned === undefined) return undefined;
  const { open, done, elsewhere } = refunds;
  if (elsewhere > 0 && returned >= done + elsewhere) return refundedTwice(id, elsewhere);
  // Somebody may have refunded a part in the dashboard before the rest was returned elsewhere.
  if (elsewhere > 0 && returned >= done) return undefined;
  if (returned > done + open) {
    return {
      kind: "refunded-there-only",
      says: `${showMoney(returned - done - open)} of ${id} was refunded at the card provider, but not by the shop.`,
      remedy:
        "Somebody refunded it in the provider's dashboard. If all of it went back, cancel the order here: the shop finds the refund done and takes the stock back.",
    };
  }
  if (returned >= done) return undefined;
  if (returned === 0) {
    return {
      kind: "refunded-here-only",
      says: `Here ${showMoney(done)} of ${id} went back, but at the card provider nothing did.`,
      remedy:
        "The bank may have sent the refund back. Refund it in the provider's dashboard, or pay the customer in another way.",
    };
  }
  return {
    kind: "refund-differs-there",
    says: `${showMoney(done)} of ${id} went back by the shop's account, but ${showMoney(returned)} by the card provider's.`,
    remedy: "Settle the rest with the customer.",
  };
}

function refundedTwice(id: string, amount: number): PaymentDifference {
  return {
    kind: "refunded-twice",
    says: `The ${showMoney(amount)} of ${id} were refunded manually, and the card provider refunded them as well.`,
    remedy:
      "The customer has the money twice. Compare the order's history with the card provider's receipt, and ask the customer to return the excess.",
  };
}
