import { useInfiniteQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { Order } from "#contract/orders.ts";
import { nameGoods } from "#contract/rules/name-goods.ts";
import type { OrderState } from "#contract/rules/order-states.ts";
import { formatCount, formatDollars } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { orderPath } from "#web/app/paths.ts";
import { MoreButton } from "#web/ui/paged-list.tsx";
import { myOrders } from "./calls.ts";

export function CancelledOrders({ email }: { email: string }) {
  const query = useInfiniteQuery(myOrders(email, { state: "closed" }));
  const id = useId();
  const orders = query.data?.pages.flatMap(({ items }) => items) ?? [];
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-12">
      <h3 id={id} className="mb-3 text-lg font-bold">
        Cancelled orders
      </h3>
      <ul className="divide-y divide-base-300 border-y border-base-300">
        {orders.map((order) => (
          <CancelledOrder key={order._id} order={order} />
        ))}
      </ul>
      <MoreButton query={query}>Show more cancelled orders</MoreButton>
    </section>
  );
}

function CancelledOrder({ order }: { order: Order }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
      <span className="min-w-0 wrap-anywhere">
        <PageLink to={orderPath(order.number)} className="link">
          {nameGoods(order, formatCount)}
        </PageLink>
        , ${formatDollars(order.totalPrice)}
      </span>
      <span className="text-sm text-base-content/75">{stateLabels[order.state]}</span>
    </li>
  );
}

const stateLabels: Partial<Record<OrderState, string>> = {
  cancelled: "Cancelled",
  refunding: "Refund on its way",
  refunded: "Refunded",
};
