import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import type { CallInput } from "#contract/call.ts";
import type { Checkout } from "#contract/checkout.ts";
import { checkoutOrderCalls } from "#contract/checkout-order.ts";
import type { Order } from "#contract/orders.ts";
import { CallRefused, callInTime, createKey, isResponseLost } from "#web/app/call.ts";
import { formatDollars } from "#web/app/format.tsx";
import { carOfOrder } from "#web/app/order-car.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { useAction } from "#web/ui/use-action.ts";
import { ownCheckout } from "./calls.ts";
import { ChangedPrices } from "./changed-prices.tsx";
import { ChangedTerms } from "./changed-terms.tsx";

type Props = {
  checkout: Checkout;
  personId: string;
  payment: { choice: ReactNode; says: string };
  onPlaced: (order: Order) => void;
};

export function PlaceOrder({ checkout, personId, payment, onPlaced }: Props) {
  const client = useQueryClient();
  const { quote, legal, fingerprint } = checkout;
  const { run, isBusy, failure } = useAction();
  /** Kept while it is not known whether the order arrived: under one key the same must be sent. */
  const sent = useRef<CallInput<typeof checkoutOrderCalls.place>["body"]>(undefined);

  async function place() {
    const car = carOfOrder();
    sent.current ??= { key: createKey(), expectedTotal: quote.total, legal, fingerprint, ...car };
    try {
      const order = await callInTime(checkoutOrderCalls.place, { body: sent.current });
      await client.invalidateQueries({ queryKey: ["basket"] });
      void client.invalidateQueries({ queryKey: ["orders"] });
      onPlaced(order);
    } catch (error) {
      if (!isResponseLost(error as Error)) sent.current = undefined;
      // What it costs now is shown before it can be ordered.
      const present = error instanceof CallRefused ? error.present : undefined;
      if (present) client.setQueryData(ownCheckout(personId).queryKey, present as Checkout);
      else void client.invalidateQueries({ queryKey: ["checkout"] });
      throw error;
    }
  }

  return (
    <div className="grid gap-3">
      {payment.choice}
      <ChangedPrices quote={quote} />
      <ChangedTerms legal={legal} />
      <p role="alert" className="font-medium text-error empty:hidden">
        {failure}
      </p>
      {sent.current && failure && (
        <p>
          We do not know yet whether your order arrived. Send it again: it is not ordered twice.
        </p>
      )}
      {quote.problem ? (
        <p className="border-s-4 border-warning ps-3">{quote.problem}</p>
      ) : (
        <button
          type="button"
          className="btn btn-primary btn-lg justify-self-start max-sm:w-full"
          aria-busy={isBusy}
          onClick={() => run(place)}
        >
          Order with obligation to pay · $
          {formatDollars(sent.current?.expectedTotal ?? quote.total)}
        </button>
      )}
      <p className="text-sm">
        Our{" "}
        <PageLink to={paths.terms} className="link">
          terms of sale
        </PageLink>{" "}
        hold for this order. Consumers have a{" "}
        <PageLink to={paths.withdrawal} className="link">
          right of withdrawal
        </PageLink>
        . How we treat your data is under{" "}
        <PageLink to={paths.privacy} className="link">
          privacy
        </PageLink>
        .
      </p>
      <p className="text-sm text-base-content/75">{payment.says}</p>
    </div>
  );
}
