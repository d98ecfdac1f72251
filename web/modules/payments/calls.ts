import { queryOptions } from "@tanstack/react-query";
import { type Order, orderCalls } from "#contract/orders.ts";
import { paymentCalls } from "#contract/payments.ts";
import { CallRefused, call } from "#web/app/call.ts";
import { loadProvider } from "./load-provider.ts";

export function oneOrder(id: string) {
  return queryOptions({
    queryKey: ["orders", id],
    queryFn: ({ signal }) => call(orderCalls.one, { params: { id } }, signal),
    // It may be paid or cancelled in another tab, or by the card provider's word alone.
    staleTime: 0,
  });
}

/** The card provider's own library, ready for our shop. */
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
    // It is no plain data.
    structuralSharing: false,
  });
}

/** By it, the browser may have the order's one payment made. The same one, however often asked. */
export function clientSecret(order: Order) {
  const { _id, totalPrice } = order;
  return queryOptions({
    queryKey: ["client-secret", _id],
    queryFn: async ({ signal, client }) => {
      const body = { price: totalPrice, order: _id };
      const asked = call(paymentCalls.intent, { body }, signal);
      const answer = await asked.catch(async (error) => {
        // A clear no means that the order is not what we believe: it may be paid meanwhile.
        if (error instanceof CallRefused && error.status < 500) {
          await client.refetchQueries({ queryKey: oneOrder(_id).queryKey });
        }
        throw error;
      });
      return answer.clientSecret;
    },
    gcTime: 0,
    retry: false,
  });
}

/** Longer than the shop waits for the card provider. */
const patience = 25_000;

export function reportPayment({ _id, totalPrice }: Order, transactionId: string): Promise<Order> {
  return call(
    orderCalls.pay,
    { params: { id: _id }, body: { order: _id, price: totalPrice, transactionId } },
    AbortSignal.timeout(patience),
  );
}
