import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";
import { useReadOnly } from "#web/ui/read-only.tsx";
import { orderPage } from "./manage-calls.ts";
import { ClearFilters, OrderFilters } from "./order-filters.tsx";
import { OrderPager } from "./order-pager.tsx";
import { OrderTable } from "./order-table.tsx";
import { hasFilters, type OrderView, toSearch, useOrderView } from "./order-view.ts";

const ShipMany = lazy(async () => ({
  default: (await import("./shipping/ship-many.tsx")).ShipMany,
}));

export function OrderList({ lastOpen }: { lastOpen: string }) {
  const { view } = useOrderView();
  const { data, error, refetch, isPlaceholderData: isStale } = useQuery(orderPage(view));
  const [isPaging, setPaging] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = (ids: Iterable<string>) => setChosen(new Set(ids));
  const isReadOnly = useReadOnly();
  const isToShip = view.state === "to-ship" && !isReadOnly;
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
          {isToShip && (
            <button
              type="button"
              className="btn btn-outline btn-sm mb-3 h-10"
              onClick={() => choose(data.orders.map(({ _id }) => _id))}
            >
              Select all {data.orders.length} shown
            </button>
          )}
          <OrderTable
            {...{ orders: data.orders, busy: isStale, lastOpen }}
            {...(isToShip && { selection: { chosen, onChoose: choose } })}
          />
          <OrderPager
            view={view}
            next={data.more ? data.orders.at(-1)?._id : undefined}
            busy={isStale}
            onPageChange={() => setPaging(true)}
          />
        </>
      )}
      {isToShip && data && (
        <Suspense>
          <ShipMany orders={data.orders} chosen={chosen} onChoose={choose} />
        </Suspense>
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
      <ClearFilters className="btn btn-primary" />
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
