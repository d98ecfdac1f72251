import type { StripeConstructor } from "@stripe/stripe-js";
import { queryOptions } from "@tanstack/react-query";
import { type Order, orderCalls } from "#contract/orders.ts";
import { paymentCalls } from "#contract/payments.ts";
import { CallRefused, call } from "#web/app/call.ts";

export function oneOrder(id: string) {
  return queryOptions({
    queryKey: ["orders", id],
    queryFn: ({ signal }) => call(orderCalls.one, { params: { id } }, signal),
    // It may be paid or cancelled in another tab, or by the provider's webhook.
    staleTime: 0,
  });
}

export function cardProvider() {
  return queryOptions({
    queryKey: ["card-provider"],
    queryFn: async ({ signal }) => {
      const { publishableKey, script } = await call(paymentCalls.provider, {}, signal);
      const construct = await loadProvider(script);
      return construct(publishableKey, { locale: "en" });
    },
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Not plain data.
    structuralSharing: false,
  });
}

/** Idempotent: one payment intent per order. */
export function begunPayment(order: Order) {
  const { _id, totalPrice } = order;
  return queryOptions({
    queryKey: ["client-secret", _id],
    queryFn: async ({ signal, client }) => {
      const body = { price: totalPrice, order: _id };
      const request = call(paymentCalls.intent, { body }, signal);
      const reply = await request.catch(async (error) => {
        // The order changed; it may be paid already.
        if (error instanceof CallRefused && error.status < 500) {
          await client.refetchQueries({ queryKey: oneOrder(_id).queryKey });
        }
        throw error;
      });
      return reply;
    },
    gcTime: 0,
    retry: false,
  });
}

/** Above the server's timeout for the card provider. */
const reportTimeoutMs = 25_000;

export function reportPayment({ _id, totalPrice }: Order, transactionId: string): Promise<Order> {
  return call(
    orderCalls.pay,
    { params: { id: _id }, body: { order: _id, price: totalPrice, transactionId } },
    AbortSignal.timeout(reportTimeoutMs),
  );
}

const scriptTimeoutMs = 20_000;
let loading: Promise<StripeConstructor> | undefined;

/** The provider requires its script to be loaded from its own address, once per page. */
export function loadProvider(address: string): Promise<StripeConstructor> {
  loading ??= load(address).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(address: string): Promise<StripeConstructor> {
  const script = document.createElement("script");
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const timer = setTimeout(reject, scriptTimeoutMs);
  script.src = trusted(address);
  script.async = true;
  script.onload = resolve;
  script.onerror = reject;
  document.head.append(script);
  await promise.catch(() => {}).finally(() => clearTimeout(timer));
  if (window.Stripe) return window.Stripe;
  script.remove();
  throw new Error("The card provider cannot be reached. Nothing was paid and nothing is lost.");
}

/**
 * Trusted Types: the policy may require a named policy for script addresses. TypeScript expects a
 * string.
 */
type Trust = {
  createPolicy(name: string, rules: object): { createScriptURL(url: string): string };
};
const { trustedTypes } = globalThis as { trustedTypes?: Trust };
const policy = trustedTypes?.createPolicy("card-provider", {
  createScriptURL(address: string) {
    if (/^https?:$/.test(new URL(address).protocol)) return address;
    throw new TypeError("A script has an address");
  },
});

function trusted(address: string): string {
  return policy ? policy.createScriptURL(address) : address;
}
