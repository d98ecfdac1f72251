import { type ReactNode, Suspense } from "react";
import type { Quote } from "#contract/checkout.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import type { Ordered } from "#web/modules/checkout/quote-summary.tsx";
import { late } from "#web/ui/late.tsx";
import { Note } from "#web/ui/placeholder.tsx";
import { WaitingOrders } from "../waiting-orders.tsx";

const FoldedSummary = late(async () => (await import("./folded-summary.tsx")).FoldedSummary);

type Props = {
  ordered: Ordered & Pick<Quote, "pieces">;
  placed: Quote | null;
  children: ReactNode;
};

export function BesideOrder({ ordered, placed, children }: Props) {
  if (ordered.pieces === 0) {
    return (
      <WaitingOrders>
        <Note title="There is nothing to order">
          <p>
            {ordered.lines.length > 0
              ? "Nothing in your basket can be ordered now."
              : "If you have just ordered it, perhaps in another tab, you find it under My Order."}
          </p>
          <PageLink to={paths.basket} className="btn btn-secondary">
            See your basket
          </PageLink>
        </Note>
      </WaitingOrders>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="min-h-12 lg:sticky lg:top-20 lg:col-start-2 lg:row-start-1">
        <Suspense>
          <FoldedSummary ordered={ordered} placed={placed} />
        </Suspense>
      </div>
      <div className="max-w-2xl lg:col-start-1 lg:row-start-1">{children}</div>
    </div>
  );
}
