import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Navigate } from "react-router";
import { checkoutDonePath } from "#web/app/paths.ts";
import { usePerson } from "#web/modules/identity/person.ts";
import { oneOrder } from "#web/modules/payments/calls.ts";
import { Payment } from "#web/modules/payments/payment.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { CheckoutHead } from "./checkout-head.tsx";

const PayOnAccount = late(
  async () => (await import("#web/modules/companies/pay-on-account.tsx")).PayOnAccount,
);

/** Another tab or the provider may settle it. */
const refetchMs = 3_000;

export function PayOrder({ id }: { id: string }) {
  const { _id: personId } = usePerson();
  const {
    data: order,
    error,
    refetch,
  } = useQuery({
    ...oneOrder(id),
    refetchInterval: ({ state: { data } }) => (data?.state === "unpaid" ? refetchMs : false),
  });
  if (order && (order.state !== "unpaid" || order.payment === "account"))
    return <Navigate to={checkoutDonePath(id)} replace />;
  return (
    <div className="wide pt-4 pb-16">
      <CheckoutHead title="Pay your order" isPlaced />
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
      {!order && error && (
        <LoadFailed title="Your order could not be fetched" error={error} retry={refetch} />
      )}
    </div>
  );
}
