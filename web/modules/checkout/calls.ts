import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Checkout, type CheckoutEdit, checkoutCalls } from "#contract/checkout.ts";
import { markBasket } from "#web/app/basket-mark.ts";
import { call } from "#web/app/call.ts";

const vatRefetchMs = 4_000;

export function ownCheckout(personId: string) {
  return queryOptions({
    queryKey: ["checkout", personId],
    queryFn: ({ signal }) => call(checkoutCalls.read, {}, signal),
    staleTime: 0,
    refetchOnWindowFocus: true,
    // A VAT number is checked meanwhile.
    refetchInterval: ({ state: { data } }) =>
      data?.quote.vat === "waiting" ? vatRefetchMs : false,
  });
}

export async function editCheckout(
  client: QueryClient,
  personId: string,
  body: CheckoutEdit,
): Promise<Checkout> {
  const edited = await call(checkoutCalls.edit, { body });
  client.setQueryData(ownCheckout(personId).queryKey, edited);
  markBasket();
  return edited;
}
