import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { CallRefused } from "#web/app/call.ts";
import { paths } from "#web/app/paths.ts";
import { usePerson } from "#web/modules/identity/person.ts";
import { clearSession, readSession, signOut } from "#web/modules/identity/session.ts";
import { myOrders } from "#web/modules/orders/calls.ts";
import { CancelledOrders } from "#web/modules/orders/cancelled-orders.tsx";
import { MyOrderTable } from "#web/modules/orders/my-order-table.tsx";
import { PageHeading } from "./page-heading.tsx";

export function MyOrderPage() {
  const { email } = usePerson();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error } = useInfiniteQuery(myOrders(email));

  // A refused list means another person is signed in. An ended session was noticed before (see
  // call.ts).
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
      {/* After the others, which it would push down. */}
      {(data || error) && <CancelledOrders email={email} />}
    </section>
  );
}
