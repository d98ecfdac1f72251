import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useParams } from "react-router";
import type { OrderState } from "#contract/rules/order-states.ts";
import { CallRefused } from "#web/app/call.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { usePerson } from "#web/modules/identity/person.ts";
import { oneOrder } from "#web/modules/payments/calls.ts";
import { Payment } from "#web/modules/payments/payment.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";
import { PageHeading } from "./page-heading.tsx";

const PayOnAccount = late(
  async () => (await import("#web/modules/companies/pay-on-account.tsx")).PayOnAccount,
);

/** Orders in these states are polled. */
const refetchMs: { [State in OrderState]?: number } = { unpaid: 3_000, refunding: 5_000 };

export function PaymentPage() {
  const { id = "" } = useParams();
  const { _id: personId } = usePerson();
  const {
    data: order,
    error,
    refetch,
  } = useQuery({
    ...oneOrder(id),
    refetchInterval: ({ state: { data } }) => (data && refetchMs[data.state]) ?? false,
  });
  return (
    <section className="max-w-5xl">
      <PageHeading>Payment</PageHeading>
      {order && (
        <Payment
          key={order._id}
          order={order}
          personId={personId}
          onAccount={
            <Suspense>
              <PayOnAccount order={order} personId={personId} />
            </Suspense>
          }
        />
      )}
      {!order && !error && <InlineLoading />}
      {!order &&
        error &&
        (isMissing(error) ? (
          <NoOrder />
        ) : (
          <LoadFailed title="Your order could not be fetched" error={error} retry={refetch} />
        ))}
    </section>
  );
}

/** Same result for a missing order, someone else's and an invalid id. */
function isMissing(error: Error): boolean {
  return error instanceof CallRefused && [400, 404].includes(error.status);
}

function NoOrder() {
  return (
    <Note title="There is no such order">
      <p>It may belong to another account than the one you are signed in with.</p>
      <PageLink to={paths.myOrder} className="btn btn-secondary">
        My Order
      </PageLink>
    </Note>
  );
}
