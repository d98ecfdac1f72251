import { useInfiniteQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { CallRefused } from "#web/app/call.ts";
import { paths } from "#web/app/paths.ts";
import { usePerson } from "#web/modules/identity/person.ts";
import { clearSession, readSession, signOut } from "#web/modules/identity/session.ts";
import { myOrders, type OwnFilters } from "#web/modules/orders/calls.ts";
import { MyOrderTable } from "#web/modules/orders/my-order-table.tsx";
import { late } from "#web/ui/late.tsx";
import { PageHeading } from "./page-heading.tsx";

const OwnOrderTools = late(
  async () => (await import("#web/modules/orders/own-order-tools.tsx")).OwnOrderTools,
);

const CancelledOrders = late(
  async () => (await import("#web/modules/orders/cancelled-orders.tsx")).CancelledOrders,
);

const OrderAgain = late(
  async () => (await import("#web/modules/baskets/order-again.tsx")).OrderAgain,
);

function useOwnFilters() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const q = params.get("q")?.slice(0, 200);
  const state = states.find((each) => each === params.get("state"));
  return {
    filters: { ...(q && { q }), ...(state && { state }) },
    change({ q = "", state = "all" }: OwnFilters, { replace } = { replace: false }) {
      const next = { ...(q && { q }), ...(state !== "all" && { state }) };
      const search = `${new URLSearchParams(next)}`;
      // flushSync: without it a controlled field shows the old choice for a moment.
      void navigate({ search }, { replace, preventScrollReset: true, flushSync: true });
    },
  };
}

const states = ["unpaid", "to-ship", "shipped"] as const;

export function MyOrderPage() {
  const { email, _id: personId } = usePerson();
  const heading = useRef<HTMLHeadingElement>(null);
  const { filters, change } = useOwnFilters();
  const { data, error } = useInfiniteQuery(myOrders(email, filters));

  // A 401 or 403 here means that the stored session is stale: sign out.
  const isRejected = error instanceof CallRefused && [401, 403].includes(error.status);
  useEffect(() => {
    if (isRejected && readSession()?.user) {
      signOut(paths.home).catch(() => clearSession(paths.home));
    }
  }, [isRejected]);

  return (
    <section>
      <PageHeading heading={heading}>My Order</PageHeading>
      {/* As high as what comes, so that nothing moves. */}
      <Suspense fallback={<div className="mb-5 h-[9.5rem] min-[34.5rem]:h-[4.375rem]" />}>
        <OwnOrderTools filters={filters} change={change} />
      </Suspense>
      <MyOrderTable
        email={email}
        filters={filters}
        heading={heading}
        again={(order) => (
          <Suspense>
            <OrderAgain
              order={order}
              personId={personId}
              look="link inline-flex min-h-11 items-center md:min-h-6"
            />
          </Suspense>
        )}
      />
      {/* Rendered after the orders, to avoid layout shift. */}
      {(data || error) && (
        <Suspense>
          <CancelledOrders email={email} />
        </Suspense>
      )}
    </section>
  );
}
