import type { Refusal } from "#contract/refusals.ts";
import type { Cents } from "#contract/rules/money.ts";
import type { RefundReason } from "#contract/rules/refunds.ts";
import type { QuoteContext } from "#server/modules/checkout/quote-again.ts";
import type { OrdersContext } from "#server/modules/orders/context.ts";
import type { LockedOrder } from "#server/modules/orders/move-order.ts";
import type { OrderVerbs } from "#server/modules/orders/order-verbs.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Provider } from "./provider-types.ts";
import type { PaymentRow } from "./store.ts";

export type PaymentsContext = OrdersContext &
  QuoteContext & {
    orders: OrderVerbs;
    provider: Provider | undefined;
    refunds: RefundVerbs;
  };

export type RefundLine = { orderLineId: string; quantity: number; amountCents: Cents };

export type WantedRefund = {
  amountCents: Cents;
  reason: RefundReason;
  byUser?: string;
  note?: string;
  requestKey?: string;
  lines?: readonly RefundLine[];
};

type PriceLines = (
  tx: Queries,
  order: LockedOrder,
  wanted: readonly { line: string; quantity: number }[],
) => Promise<RefundLine[] | Refusal<"conflict" | "refund-too-large">>;

export type RefundVerbs = {
  queueRefund(
    tx: Queries,
    from: { order: LockedOrder; payment: PaymentRow },
    refund: WantedRefund,
  ): Promise<{ id: string } | undefined>;
  /** What pieces of lines are worth, or why they cannot be refunded. */
  priceLines: PriceLines;
  /** With their deposits, and of money that went back before only the rest. */
  pricePieces: PriceLines;
  makeRefundNow(context: PaymentsContext, id: string): Promise<void>;
};
