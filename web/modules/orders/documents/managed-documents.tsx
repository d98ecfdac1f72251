import { useQuery } from "@tanstack/react-query";
import type { Order } from "#contract/orders.ts";
import { orderPage } from "../page-calls.ts";
import { OrderDocuments } from "./order-documents.tsx";

export function ManagedDocuments({ order }: { order: Order }) {
  const { data: page } = useQuery(orderPage(`${order.number}`));
  return page ? (
    <div className="mt-8 max-w-2xl">
      <OrderDocuments page={page} heading="h4" />
    </div>
  ) : null;
}
