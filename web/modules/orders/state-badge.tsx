import type { Order } from "#contract/orders.ts";
import { type FulfilmentState, nameState, type OrderState } from "#contract/rules/order-states.ts";

const styles: Record<OrderState, string> = {
  unpaid: "badge-outline",
  paid: "badge-soft badge-success",
  cancelled: "badge-soft",
  refunding: "badge-soft badge-info",
  refunded: "badge-soft",
};

const parcels: Record<FulfilmentState, string> = {
  none: styles.paid,
  packed: "badge-soft badge-info",
  partly_shipped: "badge-soft badge-info",
  shipped: "badge-soft badge-info",
  delivered: "badge-soft badge-success",
  returned: "badge-soft",
};

type Props = {
  order: Pick<Order, "state"> & Partial<Pick<Order, "fulfilment" | "payment" | "dueOn">>;
};

export function StateBadge({ order }: Props) {
  const { state, fulfilment = "none", payment } = order;
  const isSent = payment === "account" && fulfilment !== "none";
  const style = state === "paid" || isSent ? parcels[fulfilment] : styles[state];
  return (
    <span
      className={`badge badge-sm h-auto py-0.5 text-start font-medium whitespace-normal ${style}`}
    >
      {nameState(order)}
    </span>
  );
}
