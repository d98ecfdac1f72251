import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Order } from "#contract/orders.ts";
import { DateTime, formatDollars } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { orderPath } from "#web/app/paths.ts";
import { PagedList } from "#web/ui/paged-list.tsx";
import { companyOrders } from "./calls.ts";

type Props = { email: string; badge: (order: Order) => ReactNode };

export function CompanyOrders({ email, badge }: Props) {
  const query = useInfiniteQuery(companyOrders(email));
  return (
    <section aria-labelledby="company-orders" className="grid gap-4">
      <h3 id="company-orders" className="text-lg font-bold">
        Orders of the company
      </h3>
      <PagedList query={query} failed="The orders could not be fetched" more="Show more orders">
        {(orders) =>
          orders.length === 0 ? (
            <p>Nothing ordered yet. Orders that its people place from now on are listed here.</p>
          ) : (
            <ul
              aria-labelledby="company-orders"
              className="divide-y divide-base-300 border-y border-base-300"
            >
              {orders.map((order) => (
                <li key={order._id} className="py-3">
                  <p className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
                    <PageLink
                      to={orderPath(order.number)}
                      className="link inline-block py-1 font-semibold wrap-anywhere"
                    >
                      {order.number} · {order.productName}
                    </PageLink>
                    <span className="font-semibold">${formatDollars(order.totalPrice)}</span>
                  </p>
                  <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-base-content/80">
                    <span className="wrap-anywhere">{order.name}</span>
                    <DateTime time={order.orderedAt} />
                    {badge(order)}
                    {order.reference && (
                      <span className="wrap-anywhere">Reference {order.reference}</span>
                    )}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </PagedList>
    </section>
  );
}
