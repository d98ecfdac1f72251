import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef } from "react";
import { CallRefused } from "#web/app/call.ts";
import { paths } from "#web/app/paths.ts";
import { usePerson } from "#web/modules/identity/person.ts";
import { clearSession, readSession, signOut } from "#web/modules/identity/session.ts";
import { myOrders } from "#web/modules/orders/calls.ts";
import { MyOrderTable } from "#web/modules/orders/my-order-table.tsx";
import { PageHeading } from "./page-heading.tsx";

const CancelledOrders = lazy(async () => ({
  default: (await import("#web/modules/orders/cancelled-orders.tsx")).CancelledOrders,
}));

export function MyOrderPage() {
  const { email } = usePerson();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error } = useInfiniteQuery(myOrders(email));

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
      <MyOrderTable email={email} heading={heading} />
      {/* Rendered after the orders, to avoid layout shift. */}
      {(data || error) && (
        <Suspense>
          <CancelledOrders email={email} />
        </Suspense>
      )}
    </section>
  );
}
