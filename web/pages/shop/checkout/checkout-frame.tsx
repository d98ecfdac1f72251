import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Checkout } from "#contract/checkout.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { ownCheckout } from "#web/modules/checkout/calls.ts";
import { usePerson } from "#web/modules/identity/person.ts";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { BesideOrder } from "./beside-order.tsx";
import { CheckoutHead } from "./checkout-head.tsx";

type Props = { title: string; children: (checkout: Checkout) => ReactNode };

export function CheckoutFrame({ title, children }: Props) {
  const { _id } = usePerson();
  const { data: checkout, error, refetch } = useQuery(ownCheckout(_id));
  return (
    <div className="wide pt-4 pb-16">
      <CheckoutHead title={title} />
      {!checkout && !error && <InlineLoading />}
      {!checkout && error && (
        <LoadFailed title="Your checkout could not be fetched" error={error} retry={refetch} />
      )}
      {checkout && (
        <BesideOrder ordered={checkout.quote} placed={checkout.address && checkout.quote}>
          {children(checkout)}
        </BesideOrder>
      )}
    </div>
  );
}

type AnswerProps = { term: string; to: string; children: ReactNode };

export function Answer({ term, to, children }: AnswerProps) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-b border-base-300 py-3">
      <span className="w-20 text-sm text-base-content/75">{term}</span>
      <span className="min-w-0 grow basis-48 whitespace-pre-line wrap-anywhere">{children}</span>
      <PageLink to={to} className="link inline-flex min-h-6 items-center text-sm">
        Change<span className="sr-only"> {term}</span>
      </PageLink>
    </div>
  );
}
