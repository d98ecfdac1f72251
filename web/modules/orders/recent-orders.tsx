import { queryOptions } from "@tanstack/react-query";
import { type Order, orderCalls } from "#contract/orders.ts";
import { call } from "#web/app/call.ts";
import { DateTime, formatDollars } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { orderPath, paths, paymentPath } from "#web/app/paths.ts";
import { StateBadge } from "./state-badge.tsx";

const shown = { state: "all", limit: 3 } as const;

export function recentOrders(email: string) {
  return queryOptions({
    queryKey: ["orders", "mine", email, "recent"],
    queryFn: ({ signal }) => call(orderCalls.mine, { query: { email, ...shown } }, signal),
    staleTime: 0,
  });
}

export function RecentOrders({ orders }: { orders: Order[] }) {
  const toPay = orders.find(({ payment }) => payment === "unpaid");
  return (
    <section aria-labelledby="recent-orders" className="mb-8">
      <h3 id="recent-orders" className="border-b border-base-content pb-2 text-lg font-bold">
        Last orders
      </h3>
      {orders.length === 0 && (
        <p className="flex flex-wrap items-center gap-x-6 pt-1">
          Nothing ordered yet.
          <PageLink to={paths.garage} className="link inline-flex min-h-11 items-center">
            Choose your car
          </PageLink>
          <PageLink to={paths.shop} className="link inline-flex min-h-11 items-center">
            See all parts
          </PageLink>
        </p>
      )}
      <ul>
        {orders.map((order) => (
          <RecentOrder key={order._id} order={order} isNext={order === toPay} />
        ))}
      </ul>
    </section>
  );
}

type RowProps = { order: Order; isNext: boolean };

function RecentOrder({ order, isNext }: RowProps) {
  const { _id, number, productName, totalPrice, payment } = order;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-base-300 py-3">
      <div className="min-w-0">
        <PageLink
          to={orderPath(number)}
          className="link inline-block py-1 font-semibold wrap-anywhere"
        >
          {productName}
        </PageLink>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-base-content/80">
          <span className="font-mono">{number}</span>
          <DateTime time={order.orderedAt} />
          <StateBadge order={order} />
        </p>
      </div>
      {payment === "unpaid" && (
        <PageLink
          to={paymentPath(_id)}
          className={`btn ${isNext ? "btn-primary" : "btn-outline"}`}
          aria-label={`Pay $${formatDollars(totalPrice)} for ${productName}`}
        >
          Pay ${formatDollars(totalPrice)}
        </PageLink>
      )}
    </li>
  );
}
