import type { OrderState } from "#contract/rules/order-states.ts";

const shown: Record<OrderState, { name: string; look: string }> = {
  unpaid: { name: "Unpaid", look: "badge-outline" },
  paid: { name: "Paid", look: "badge-soft badge-success" },
  cancelled: { name: "Cancelled", look: "badge-soft" },
  refunding: { name: "Refund on its way", look: "badge-soft badge-info" },
  refunded: { name: "Refunded", look: "badge-soft" },
};

export function StateBadge({ state }: { state: OrderState }) {
  const { name, look } = shown[state];
  return <span className={`badge badge-sm h-auto py-0.5 font-medium ${look}`}>{name}</span>;
}
