import { queryOptions } from "@tanstack/react-query";
import { cardCalls } from "#contract/cards.ts";
import type { Order } from "#contract/orders.ts";
import { call, callInTime } from "#web/app/call.ts";

export function ownCards(personId: string) {
  return queryOptions({
    queryKey: ["cards", personId],
    queryFn: ({ signal }) => call(cardCalls.list, {}, signal),
    staleTime: 0,
    retry: false,
  });
}

/** Above the server's timeout for the card provider. */
const timeoutMs = 25_000;

type Choice = { card: string } | { save: boolean };

export async function preparePayment(
  { _id, totalPrice: price }: Order,
  choice: Choice,
): Promise<string> {
  const sent = { params: { id: _id }, body: { price, ...choice } };
  return (await callInTime(cardCalls.prepare, sent, timeoutMs)).clientSecret;
}
