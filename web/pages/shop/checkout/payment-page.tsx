import { Suspense } from "react";
import { useQueryParam } from "#web/app/use-query-param.ts";
import { late } from "#web/ui/late.tsx";
import { PageLoading } from "#web/ui/placeholder.tsx";

const CheckAndOrder = late(async () => (await import("./check-and-order.tsx")).CheckAndOrder);
const PayOrder = late(async () => (await import("./pay-order.tsx")).PayOrder);

export function PaymentPage() {
  const order = useQueryParam("order");
  return (
    <Suspense fallback={<PageLoading />}>
      {order === null ? <CheckAndOrder /> : <PayOrder id={order} />}
    </Suspense>
  );
}
