import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { CallRefused } from "#web/app/call.ts";
import { paths } from "#web/app/paths.ts";
import { usePerson } from "#web/modules/identity/guards.tsx";
import { clearSession, readSession, signOut } from "#web/modules/identity/session.ts";
import { myOrders } from "#web/modules/orders/calls.ts";
import { CancelledOrders } from "#web/modules/orders/cancelled-orders.tsx";
import { MyOrderTable } from "#web/modules/orders/my-order-table.tsx";
import { PageHeading } from "./page-heading.tsx";

export function MyOrderPage() {
  const { email } = usePerson();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error } = useInfiniteQuery(myOrders(email));

  // Whoever is refused their own orders is not who this browser believes. A session that is over
  // is known to be so already (see call.ts), and its page left (see `leaveTo` in router.tsx).
  const refused = error instanceof CallRefused && [401, 403].includes(error.status);
  useEffect(() => {
    if (refused && readSession()?.user) {
      signOut(paths.home).catch(() => clearSession(paths.home));
    }
  }, [refused]);

  return (
    <section>
      <PageHeading heading={heading}>My Order</PageHeading>
      <MyOrderTable email={email} heading={heading} />
      {/* Not before the others, which would push them down. */}
      {(data || error) && <CancelledOrders email={email} />}
    </section>
  );
}
