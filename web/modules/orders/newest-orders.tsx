import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Order, orderCalls } from "#contract/orders.ts";
import { nameGoods } from "#contract/rules/name-goods.ts";
import { call } from "#web/app/call.ts";
import { DateTime, formatCount, formatDollars } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { StateBadge } from "./state-badge.tsx";

const query = { state: "all", limit: 5 } as const;

const newestOrders = queryOptions({
  queryKey: ["orders", "all", "newest"],
  queryFn: async ({ signal }) => ({ orders: await call(orderCalls.all, { query }, signal) }),
  staleTime: 0,
});

export function NewestOrders() {
  const { data, error, refetch } = useQuery(newestOrders);
  return (
    <section aria-labelledby="newest-orders" className="mt-8">
      <div className="flex items-end justify-between gap-4 border-b border-base-content">
        <h3 id="newest-orders" className="pb-2 text-lg font-bold">
          Newest orders
        </h3>
        <PageLink
          to={paths.manageAllOrders}
          className="link inline-flex min-h-11 items-center text-sm"
        >
          All orders
        </PageLink>
      </div>
      {!data && !error && <InlineLoading />}
      {!data && error && (
        <LoadFailed title="The orders could not be fetched" error={error} retry={refetch} />
      )}
      {data?.orders.length === 0 && (
        <p className="pt-3 text-base-content/80">No orders yet. New orders appear here.</p>
      )}
      <ul>
        {data?.orders.map((order) => (
          <NewestOrder key={order._id} order={order} />
        ))}
      </ul>
    </section>
  );
}

function NewestOrder({ order }: { order: Order }) {
  return (
    <li className="border-b border-base-300">
      <PageLink
        to={`${paths.manageAllOrders}?order=${order._id}`}
        className="grid min-h-11 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-2 hover:bg-base-200 lg:grid-cols-[5rem_12rem_minmax(0,1fr)_auto_7rem_11rem]"
      >
        <span className="font-mono text-sm">{order.number}</span>
        <span className="font-semibold wrap-anywhere">{order.name}</span>
        <span className="text-sm wrap-anywhere text-base-content/80 max-lg:col-span-2 max-lg:col-start-1 max-lg:row-start-2">
          {nameGoods(order, formatCount)}
        </span>
        <span className="text-end">
          <StateBadge order={order} />
        </span>
        <span className="text-end font-semibold tabular-nums">
          ${formatDollars(order.totalPrice)}
        </span>
        <span className="text-end text-sm text-base-content/75 max-lg:hidden">
          <DateTime time={order.orderedAt} />
        </span>
      </PageLink>
    </li>
  );
}
