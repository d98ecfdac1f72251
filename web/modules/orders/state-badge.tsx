import type { Order } from "#contract/orders.ts";
import type { FulfilmentState, OrderState } from "#contract/rules/order-states.ts";

type Badge = { name: string; style: string };

const badges: Record<OrderState, Badge> = {
  unpaid: { name: "Unpaid", style: "badge-outline" },
  paid: { name: "Paid", style: "badge-soft badge-success" },
  cancelled: { name: "Cancelled", style: "badge-soft" },
  refunding: { name: "Refund on its way", style: "badge-soft badge-info" },
  refunded: { name: "Refunded", style: "badge-soft" },
};

/** Of what is paid. */
const parcels: Record<FulfilmentState, Badge> = {
  none: badges.paid,
  packed: { name: "Packed", style: "badge-soft badge-info" },
  partly_shipped: { name: "Part shipped", style: "badge-soft badge-info" },
  shipped: { name: "On its way", style: "badge-soft badge-info" },
  delivered: { name: "Delivered", style: "badge-soft badge-success" },
  returned: { name: "Returned", style: "badge-soft" },
};

type Props = { order: Pick<Order, "state"> & Partial<Pick<Order, "fulfilment">> };

export function StateBadge({ order: { state, fulfilment = "none" } }: Props) {
  const { name, style } = state === "paid" ? parcels[fulfilment] : badges[state];
  return <span className={`badge badge-sm h-auto py-0.5 font-medium ${style}`}>{name}</span>;
}
