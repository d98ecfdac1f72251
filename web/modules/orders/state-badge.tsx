import type { OrderState } from "#contract/rules/order-states.ts";

const badges: Record<OrderState, { name: string; style: string }> = {
  unpaid: { name: "Unpaid", style: "badge-outline" },
  paid: { name: "Paid", style: "badge-soft badge-success" },
  cancelled: { name: "Cancelled", style: "badge-soft" },
  refunding: { name: "Refund on its way", style: "badge-soft badge-info" },
  refunded: { name: "Refunded", style: "badge-soft" },
};

export function StateBadge({ state }: { state: OrderState }) {
  const { name, style } = badges[state];
  return <span className={`badge badge-sm h-auto py-0.5 font-medium ${style}`}>{name}</span>;
}
