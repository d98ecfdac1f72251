import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";
import { orderPage } from "./manage-calls.ts";
import { ClearFilters, OrderFilters } from "./order-filters.tsx";
import { OrderPager } from "./order-pager.tsx";
import { OrderTable } from "./order-table.tsx";
import { hasFilters, type OrderView, toSearch, useOrderView } from "./order-view.ts";

export function OrderList({ lastOpen }: { lastOpen: string }) {
  const { view } = useOrderView();
  const { data, error, refetch, isPlaceholderData: isShowingPrevious } = useQuery(orderPage(view));
  const requestedStart = useRef<string>(undefined);
  const statusRef = useRef<HTMLParagraphElement>(null);

  // The address, and with it the view, changes only after the click.
  useEffect(() => {
    if (view.after !== requestedStart.current || isShowingPrevious || !data) return;
    requestedStart.current = undefined;
    statusRef.current?.focus();
  }, [view.after, isShowingPrevious, data]);

  const shown = data && !isShowingPrevious ? countLabel(data.orders.length) : undefined;
  return (
    <>
      <OrderFilters />
      <p
        ref={statusRef}
        role="status"
        tabIndex={-1}
        className="mb-3 min-h-6 text-sm text-base-content/75 outline-none"
      >
        {shown ?? (isShowingPrevious && "Loading...")}
        {shown && data?.more && ", more on the next page"}
      </p>
      {!data &&
        (error ? <OrdersFailed error={error} view={view} retry={refetch} /> : <InlineLoading />)}
      {data?.orders.length === 0 && <NoOrders view={view} />}
      {data && data.orders.length > 0 && (
        <>
          <OrderTable orders={data.orders} busy={isShowingPrevious} lastOpen={lastOpen} />
          <OrderPager
            view={view}
            next={data.more ? data.orders.at(-1)?._id : undefined}
            busy={isShowingPrevious}
            onPageChange={(after) => {
              requestedStart.current = after;
            }}
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
