import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";
import { orderPage } from "./manage-calls.ts";
import { ClearFilters, OrderFilters } from "./order-filters.tsx";
import { OrderPager } from "./order-pager.tsx";
import { OrderTable } from "./order-table.tsx";
import { hasFilters, type OrderView, toSearch, useOrderView } from "./order-view.ts";

export function OrderList({ lastOpen }: { lastOpen: string }) {
  const { view } = useOrderView();
  const { data, error, refetch, isPlaceholderData: isStale } = useQuery(orderPage(view));
  const [isPaging, setPaging] = useState(false);
  const count = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (!isPaging || isStale || !data) return;
    setPaging(false);
    count.current?.focus();
  }, [isPaging, isStale, data]);

  const shown = data && !isStale ? countLabel(data.orders.length) : undefined;
  return (
    <>
      <OrderFilters />
      <p
        ref={count}
        role="status"
        tabIndex={-1}
        className="mb-3 min-h-6 text-sm text-base-content/75 outline-none"
      >
        {shown ?? (isStale && "Loading...")}
        {shown && data?.more && ", more on the next page"}
      </p>
      {!data &&
        (error ? <OrdersFailed error={error} view={view} retry={refetch} /> : <InlineLoading />)}
      {data?.orders.length === 0 && <NoOrders view={view} />}
      {data && data.orders.length > 0 && (
        <>
          <OrderTable orders={data.orders} busy={isStale} lastOpen={lastOpen} />
          <OrderPager
            view={view}
            next={data.more ? data.orders.at(-1)?._id : undefined}
            busy={isStale}
            onPageChange={() => setPaging(true)}
          />
        </>
      )}
    </>
  );
}

function countLabel(count: number): string {
  return `${count} ${count === 1 ? "order" : "orders"} shown`;
}

function NoOrders({ view }: { view: OrderView }) {
  if (!hasFilters(view) && !view.after) {
    return (
      <Note title="No orders yet">
        <p>New orders appear here.</p>
      </Note>
    );
  }
  return (
    <Note title="No orders match">
      <ClearFilters className="btn btn-secondary" />
    </Note>
  );
}

type FailedProps = { error: Error; view: OrderView; retry: () => unknown };

function OrdersFailed({ error, view, retry }: FailedProps) {
  return (
    <LoadFailed title="The orders could not be fetched" error={error} retry={retry}>
      {view.after && (
        <Link to={{ search: toSearch({ ...view, after: "" }) }} className="btn btn-outline">
          First page
        </Link>
      )}
    </LoadFailed>
  );
}
