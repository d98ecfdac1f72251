import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Suspense, useEffect, useRef } from "react";
import { Link, useNavigationType, useSearchParams } from "react-router";
import type { Order } from "#contract/orders.ts";
import type { OrderState } from "#contract/rules/order-states.ts";
import { CallRefused } from "#web/app/call.ts";
import { DateTime, formatCount, formatDollars, KeepUnits } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { orderPath } from "#web/app/paths.ts";
import { DescriptionList } from "#web/ui/description-list.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { CancelOrder } from "./cancel-order.tsx";
import { OrderDesk } from "./desk/order-desk.tsx";
import { managedOrder } from "./manage-calls.ts";
import { MarkRefundedManually } from "./mark-refunded-manually.tsx";
import { OrderHistory } from "./order-history.tsx";
import { OrderTerms } from "./order-terms.tsx";
import { toSearch, useOrderView } from "./order-view.ts";
import { OrderShipping } from "./shipping/order-shipping.tsx";
import { StateBadge } from "./state-badge.tsx";

const FitOfLines = late(async () => (await import("./fit-note.tsx")).FitOfLines);
const ManagedAccount = late(
  async () => (await import("./desk/managed-account.tsx")).ManagedAccount,
);
const ManagedDocuments = late(
  async () => (await import("./documents/managed-documents.tsx")).ManagedDocuments,
);

export function OrderDetails({ id }: { id: string }) {
  const back = useWayBack();
  const { data: order, error, refetch } = useQuery(managedOrder(useQueryClient(), id));
  return (
    <>
      <Link
        to={{ search: back }}
        className="link mb-3 inline-flex min-h-11 items-center gap-2 text-sm font-medium print:hidden"
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        All orders
      </Link>
      {order && <Details order={order} />}
      {!order && !error && <InlineLoading />}
      {!order && error && <NoOrder error={error} retry={refetch} />}
    </>
  );
}

function useWayBack(): string {
  const { view } = useOrderView();
  const [params] = useSearchParams();
  if (!params.has("view")) return toSearch({ ...view, order: "" });
  const others = new URLSearchParams(params);
  others.delete("order");
  return `?${others}`;
}

function NoOrder({ error, retry }: { error: Error; retry: () => unknown }) {
  if (error instanceof CallRefused && error.status === 404) {
    return (
      <Note title="There is no such order" alert>
        <p>
          The address may have been mistyped. No order is ever deleted: look for it in the list.
        </p>
      </Note>
    );
  }
  return <LoadFailed title="This order could not be fetched" error={error} retry={retry} />;
}

function Details({ order }: { order: Order }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isNavigation = useNavigationType() === "PUSH";

  // After following the link in the list, the focus continues here.
  useEffect(() => {
    if (isNavigation) heading.current?.focus({ preventScroll: true });
  }, [isNavigation]);

  return (
    <article aria-labelledby="order">
      <div className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h3
            ref={heading}
            id="order"
            tabIndex={-1}
            className="text-xl font-bold wrap-anywhere outline-none"
          >
            <KeepUnits>{order.productName}</KeepUnits>
          </h3>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-mono">Order {order.number}</span>
            <StateBadge order={order} />
            <span className="text-base-content/80">{describeOutcome(order)}</span>
          </p>
        </div>
        <HiddenIfReadOnly>
          <CancelOrder order={order} heading={heading} />
        </HiddenIfReadOnly>
      </div>
      <HiddenIfReadOnly>
        <MarkRefundedManually order={order} heading={heading} />
      </HiddenIfReadOnly>
      <div className="grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <div>
          <DescriptionList lines={detailLines(order)} />
          <Suspense>
            <FitOfLines lines={order.lines} />
          </Suspense>
          <PageLink
            to={orderPath(order.number)}
            className="link inline-flex min-h-11 items-center text-sm"
          >
            See it as the customer does
          </PageLink>
        </div>
        <section aria-labelledby="history">
          <h4 id="history" className="mb-4 font-bold">
            Payment history
          </h4>
          <OrderHistory id={order._id} />
        </section>
      </div>
      {/* Last, because they are fetched apart: nothing moves when they come. */}
      {order.dueOn !== undefined && (
        <Suspense>
          <ManagedAccount order={order} />
        </Suspense>
      )}
      <OrderShipping order={order} />
      {order.transactionId !== undefined && (
        <Suspense>
          <ManagedDocuments order={order} />
        </Suspense>
      )}
      <HiddenIfReadOnly>
        <OrderDesk order={order} />
      </HiddenIfReadOnly>
    </article>
  );
}

const outcomes: Record<OrderState, string> = {
  unpaid: "Nothing was paid for it yet.",
  paid: "",
  cancelled: "It was cancelled before it was paid.",
  refunding: "It was cancelled; the card provider is giving the money back.",
  refunded: "It was cancelled, and the money given back.",
};

function describeOutcome({ state, payment, dueOn }: Order): string {
  if (payment === "account") return "It is not paid yet, and may be sent.";
  if (dueOn && state === "refunded") return "It was taken off the company's account.";
  return outcomes[state];
}

function detailLines(order: Order) {
  return {
    Name: order.name,
    Email: order.email,
    Number: order.phone,
    Address: order.address,
    Quantity: formatCount(order.quantity),
    "Per Price": `$${formatDollars(order.price)}`,
    "Total Price": <strong>${formatDollars(order.totalPrice)}</strong>,
    Ordered: <DateTime time={order.orderedAt} />,
    "Order id": order._id,
    "Part id": order.part,
    ...(order.legal && { "Made under": <OrderTerms versions={order.legal} /> }),
    ...(order.transactionId && { "Transaction id": order.transactionId }),
  };
}
