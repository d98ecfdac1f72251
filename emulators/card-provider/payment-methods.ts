import type Stripe from "stripe";
import { apiCall, type CallContext } from "./api-call.ts";
import { type Outcome, outcomeId } from "./cards.ts";
import { invalidRequest, missingObject } from "./errors.ts";

const retrieve = apiCall({
  method: "GET",
  path: "/v1/payment_methods/:id",
  who: ["server"],
  params: {},
  act: (context, _params, { id }) => findMethod(context, id),
});

const remove = apiCall({
  method: "POST",
  path: "/v1/payment_methods/:id/detach",
  who: ["server"],
  params: {},
  act(context, _params, { id }) {
    const method = findMethod(context, id);
    if (method.customer) return detach(context, method);
    throw invalidRequest(
      "The payment method you provided is not attached to a customer so detachment is impossible.",
    );
  },
});

export function attach(
  context: CallContext,
  method: Stripe.PaymentMethod,
  customer: string,
): Stripe.PaymentMethod {
  return move(context, method, customer, "payment_method.attached");
}

export function detach(context: CallContext, method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  return move(context, method, null, "payment_method.detached");
}

function move(
  { store, publish }: CallContext,
  method: Stripe.PaymentMethod,
  customer: string | null,
  type: "payment_method.attached" | "payment_method.detached",
): Stripe.PaymentMethod {
  const moved = { ...method, customer };
  store.save(moved);
  store.move(moved.id, customer);
  publish(type, moved);
  return moved;
}

function findMethod({ store }: CallContext, id: string): Stripe.PaymentMethod {
  const method = store.find("payment_method", id);
  if (!method) throw missingObject("PaymentMethod", id, "payment_method");
  return method;
}

/** A card can be used again only by the customer to whom it is attached. */
export function findUsableMethod(
  context: CallContext,
  id: string,
  customer: Stripe.PaymentIntent["customer"],
): { method: Stripe.PaymentMethod; outcome: Outcome } {
  const method = findMethod(context, id);
  const param = "payment_method";
  if (!method.customer) {
    throw invalidRequest(
      "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, " +
        "or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple " +
        "times, you must attach it to a Customer first.",
      { param },
    );
  }
  if (!customer) {
    throw invalidRequest(
      "The payment method you provided is attached to a customer so for security purposes you must " +
        "provide the customer in the request.",
      { param },
    );
  }
  if (method.customer !== customer) {
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${id}. The payment method must be ` +
        "attached to the customer.",
      { code: "resource_missing", param },
    );
  }
  return { method, outcome: context.store.find("card_outcome", outcomeId(id)) ?? {} };
}

export const methodCalls = [retrieve, remove];
