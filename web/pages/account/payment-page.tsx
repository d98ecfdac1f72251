import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { OrderState } from "#contract/rules/order-states.ts";
import { CallRefused } from "#web/app/call.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { oneOrder } from "#web/modules/payments/calls.ts";
import { Payment } from "#web/modules/payments/payment.tsx";
import { InlineLoading } from "#web/ui/inline-loading.tsx";
import { Note } from "#web/ui/note.tsx";
import { PageHeading } from "./page-heading.tsx";

/** How often an order is looked at that may change any moment, by somebody else's doing. */
const lookEvery: { [State in OrderState]?: number } = { unpaid: 3_000, refunding: 5_000 };

export function PaymentPage() {
  const { id = "" } = useParams();
  const {
    data: order,
    error,
    refetch,
  } = useQuery({
    ...oneOrder(id),
    refetchInterval: ({ state: { data } }) => (data && lookEvery[data.state]) ?? false,
  });
  return (
    <section className="max-w-5xl">
      <PageHeading>Payment</PageHeading>
      {order && <Payment key={order._id} order={order} />}
      {!order && !error && <InlineLoading />}
      {!order &&
        error &&
        (isMissing(error) ? <NoOrder /> : <Failed error={error} retry={refetch} />)}
    </section>
  );
}

/** An order of somebody else's is as good as none; so is an address that is no order's. */
function isMissing(error: Error): boolean {
  return error instanceof CallRefused && [400, 404].includes(error.status);
}

function NoOrder() {
  return (
    <Note title="There is no such order">
      <p>It may belong to another account than the one you are signed in with.</p>
      <PageLink to={paths.myOrder} className="btn btn-primary">
        My Order
      </PageLink>
    </Note>
  );
}

function Failed({ error, retry }: { error: Error; retry: () => unknown }) {
  return (
    <Note title="Your order could not be fetched" alert>
      <p>{error.message}</p>
      <button type="button" className="btn btn-primary" onClick={() => retry()}>
        Try again
      </button>
    </Note>
  );
}
