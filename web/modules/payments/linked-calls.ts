import { queryOptions } from "@tanstack/react-query";
import { linkedPaymentCalls } from "#contract/linked-payments.ts";
import type { Order } from "#contract/orders.ts";
import { call, callInTime } from "#web/app/call.ts";
import { loadProvider } from "./calls.ts";

export function linkedPayment({ _id, totalPrice: price }: Order, token: string) {
  return queryOptions({
    queryKey: ["linked-payment", _id],
    queryFn: async ({ signal }) => {
      const body = { token, price };
      const { clientSecret, heldUntil, publishableKey, script } = await call(
        linkedPaymentCalls.begin,
        { body },
        signal,
      );
      const construct = await loadProvider(script);
      const stripe = construct(publishableKey, { locale: "en" });
      return { secret: clientSecret, heldUntil, stripe };
    },
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    // Not plain data.
    structuralSharing: false,
  });
}

/** Above the server's timeout for the card provider. */
const timeoutMs = 25_000;

export function reportLinkedPayment(
  { totalPrice: price }: Order,
  token: string,
  transactionId: string,
): Promise<Order> {
  const body = { token, price, transactionId };
  return callInTime(linkedPaymentCalls.finish, { body }, timeoutMs);
}
