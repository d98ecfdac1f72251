import type { ReactNode } from "react";
import { Suspense } from "react";
import type { OrderPage } from "#contract/order-page.ts";
import { formatDate } from "#web/app/format.tsx";
import { late } from "#web/ui/late.tsx";
import { StateBadge } from "../state-badge.tsx";
import { OrderAddress, OrderAmounts } from "./order-facts.tsx";
import { NextStep, OrderParcels, OrderTimeline, wasCharged } from "./order-progress.tsx";
import { OrderedParts } from "./ordered-parts.tsx";

type Props = {
  page: OrderPage;
  actions?: ReactNode;
  /** Not the order of somebody else in the company. */
  mayPay?: boolean;
  /** Of the letter that led here, for whoever is not signed in. */
  token?: string;
};

const OrderDocuments = late(
  async () => (await import("../documents/order-documents.tsx")).OrderDocuments,
);
const OrderOnAccount = late(async () => (await import("./order-account.tsx")).OrderOnAccount);
const ReportProblem = late(async () => (await import("./report-problem.tsx")).ReportProblem);
const OrderTerms = late(async () => (await import("../order-terms.tsx")).OrderTerms);

export function OrderView({ page, actions, token, mayPay = true }: Props) {
  const { order } = page;
  return (
    <article aria-labelledby="order">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id="order" className="text-xl font-extrabold md:text-2xl">
            Order <span className="font-mono font-semibold">{order.number}</span>
          </h2>
          <StateBadge order={order} />
          <p className="text-sm text-base-content/75">
            Ordered <time dateTime={order.orderedAt}>{formatDate(order.orderedAt)}</time>
          </p>
        </div>
        {actions}
      </div>
      <NextStep page={page} mayPay={mayPay} />
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <OrderedParts page={page} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8 md:grid-cols-2">
            <OrderAddress page={page} />
            <OrderAmounts page={page} />
          </div>
          {page.account && (
            <Suspense fallback={<div className="h-40" />}>
              <OrderOnAccount account={page.account} number={page.order.number} />
            </Suspense>
          )}
          {(order.transactionId !== undefined || wasCharged(page)) && (
            <Suspense fallback={<div className="h-24" />}>
              <OrderDocuments page={page} token={token} />
            </Suspense>
          )}
          {order.lines.some(({ shipped }) => shipped > 0) && (
            <Suspense fallback={<div className="h-11" />}>
              <ReportProblem page={page} token={token} />
            </Suspense>
          )}
          {order.legal && (
            <section aria-labelledby="terms">
              <h3 id="terms" className="mb-2 text-lg font-bold">
                What was agreed
              </h3>
              <Suspense fallback={<div className="h-28" />}>
                <OrderTerms versions={order.legal} />
              </Suspense>
            </section>
          )}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <OrderParcels page={page} />
          <OrderTimeline steps={page.steps} />
        </div>
      </div>
    </article>
  );
}
