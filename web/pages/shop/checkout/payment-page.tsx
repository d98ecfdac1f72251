import { lazy, Suspense } from "react";
import { useQueryParam } from "#web/app/use-query-param.ts";
import { PageLoading } from "#web/ui/placeholder.tsx";

const CheckAndOrder = lazy(async () => ({
  default: (await import("./check-and-order.tsx")).CheckAndOrder,
}));
const PayOrder = lazy(async () => ({ default: (await import("./pay-order.tsx")).PayOrder }));

export function PaymentPage() {
  const order = useQueryParam("order");
  return (
    <Suspense fallback={<PageLoading />}>
      {order === null ? <CheckAndOrder /> : <PayOrder id={order} />}
    </Suspense>
  );
}
