import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import type { Checkout } from "#contract/checkout.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { ownCheckout } from "#web/modules/checkout/calls.ts";
import { usePerson } from "#web/modules/identity/person.ts";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";
import { CheckoutHead } from "./checkout-head.tsx";

const FoldedSummary = lazy(async () => ({
  default: (await import("./folded-summary.tsx")).FoldedSummary,
}));

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
      {checkout && checkout.quote.pieces === 0 && (
        <Note title="There is nothing to order">
          <p>Nothing in your basket can be ordered now.</p>
          <PageLink to={paths.basket} className="btn btn-secondary">
            See your basket
          </PageLink>
        </Note>
      )}
      {checkout && checkout.quote.pieces > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="min-h-12 lg:sticky lg:top-20 lg:col-start-2 lg:row-start-1">
            <Suspense>
              <FoldedSummary checkout={checkout} />
            </Suspense>
          </div>
          <div className="max-w-2xl lg:col-start-1 lg:row-start-1">{children(checkout)}</div>
        </div>
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
