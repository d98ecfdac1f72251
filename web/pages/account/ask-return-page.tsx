import { Suspense } from "react";
import { useParams } from "react-router";
import { BackLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";
import { PageHeading } from "./page-heading.tsx";

const OrderReturns = late(
  async () => (await import("#web/modules/returns/order-returns.tsx")).OrderReturns,
);

export function AskReturnPage() {
  const { id = "" } = useParams();
  return (
    <section>
      <BackLink to={paths.myOrder}>My Order</BackLink>
      <PageHeading>Return</PageHeading>
      <Suspense fallback={<InlineLoading />}>
        <OrderReturns key={id} orderId={id} />
      </Suspense>
    </section>
  );
}
