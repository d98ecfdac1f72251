import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Order, orderCalls } from "#contract/orders.ts";
import type { ShopPerson } from "#contract/people.ts";
import { call } from "#web/app/call.ts";
import { formatDate, formatDollars } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { ordersOfPath, paths } from "#web/app/paths.ts";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";

const mostOrders = 5;

// Not by e-mail, which people change and which is part of others'.
const newestOrdersOf = ({ _id: person }: ShopPerson) =>
  queryOptions({
    queryKey: ["orders", "all", "of", person],
    queryFn: async ({ signal }) => {
      const query = { person, state: "all", limit: mostOrders } as const;
      return { orders: await call(orderCalls.all, { query }, signal) };
    },
    staleTime: 0,
  });

type Props = { person: ShopPerson; state: (order: Order) => ReactNode };

export function PersonOrders({ person, state }: Props) {
  const { data, error, refetch } = useQuery(newestOrdersOf(person));
  return (
    <section aria-labelledby="their-orders" className="mt-10">
      <h3 id="their-orders" className="border-b border-base-content pb-2 text-lg font-bold">
        Newest orders
      </h3>
      {!data && !error && <InlineLoading />}
      {!data && error && (
        <LoadFailed title="The orders could not be fetched" error={error} retry={refetch} />
      )}
      {data?.orders.length === 0 && <p className="pt-3 text-base-content/80">No orders yet.</p>}
      <ul>
        {data?.orders.map((order) => (
          <li key={order._id} className="border-b border-base-300">
            <PageLink
              to={`${paths.manageAllOrders}?order=${order._id}`}
              className="grid min-h-11 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-2 text-sm hover:bg-base-200"
            >
              <span className="font-mono">{order.number}</span>
              <span className="wrap-anywhere">
                {order.quantity} × {order.productName}
                <span className="block text-base-content/75">{formatDate(order.orderedAt)}</span>
              </span>
              <span className="text-end">
                <span className="block font-semibold">${formatDollars(order.totalPrice)}</span>
                {state(order)}
              </span>
            </PageLink>
          </li>
        ))}
      </ul>
      {data && data.orders.length > 0 && (
        <PageLink to={ordersOfPath(person._id)} className="link inline-block py-3">
          All orders of {person.name}
        </PageLink>
      )}
    </section>
  );
}
