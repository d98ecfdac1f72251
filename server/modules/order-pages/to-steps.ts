import type { OrderStep } from "#contract/order-page.ts";
import { type Cents, toDollars } from "#contract/rules/money.ts";
import { wasCancelled } from "#contract/rules/order-states.ts";
import { isOpenDispute } from "#contract/rules/refunds.ts";
import type { StoredLoss } from "#server/modules/losses/store.ts";
import type { OrderRow } from "#server/modules/orders/move-order.ts";
import type { listPayments } from "#server/modules/payments/list-payments.ts";
import type { listRefunds } from "#server/modules/refunds/list-refunds.ts";
import type { ReturnRow } from "#server/modules/returns/store.ts";
import type { StoredShipment } from "#server/modules/shipments/store.ts";

type Payment = Awaited<ReturnType<typeof listPayments>>[number];
type Refund = Awaited<ReturnType<typeof listRefunds>>[number];
type Known = {
  order: OrderRow;
  payments: readonly Payment[];
  refunds: readonly Refund[];
  parcels: readonly StoredShipment[];
  losses: readonly StoredLoss[];
  returns: readonly ReturnRow[];
};

export function toSteps({ order, payments, refunds, ...sent }: Known): OrderStep[] {
  const { parcels, losses, returns } = sent;
  return [
    ...step(order.createdAt, "ordered", { amount: toDollars(order.totalCents) }),
    ...payments.flatMap(paymentSteps),
    ...(order.dueOn ? step(order.paidAt, "paid") : []),
    ...parcels.flatMap((parcel) => parcelSteps(parcel, order.delivery.kind === "collection")),
    ...losses.flatMap(({ at, shipmentId }) => {
      const parcel = parcels.find(({ id }) => id === shipmentId)?.parcel;
      return step(at, "lost", parcel === undefined ? {} : { parcel });
    }),
    ...returns.flatMap(({ number, requestedAt, closedAt }) => [
      ...step(requestedAt, "return-asked", { return: number }),
      ...step(closedAt, "return-closed", { return: number }),
    ]),
    ...endSteps(order),
    ...refunds.flatMap(refundSteps),
  ]
    .toReversed()
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

type Details = Pick<OrderStep, "amount" | "parcel" | "return">;

function step(at: Date | null, what: OrderStep["what"], details: Details = {}): OrderStep[] {
  return at ? [{ at: at.toISOString(), what, ...details }] : [];
}

const dollars = (cents: Cents): Details => ({ amount: toDollars(cents) });

function paymentSteps(payment: Payment): OrderStep[] {
  const { state, settledAt, capturedCents, disputedAt, disputeState } = payment;
  if (state !== "succeeded") return [];
  if (payment.method === "account") return step(settledAt, "on-account", dollars(capturedCents));
  return [
    ...step(settledAt, "paid", dollars(capturedCents)),
    ...step(disputedAt, isOpenDispute(disputeState) ? "disputed" : "dispute-ended"),
  ];
}

function parcelSteps(shipment: StoredShipment, isCollection: boolean) {
  const { state, parcel, packedAt, shippedAt, deliveredAt } = shipment;
  if (state === "void") return [];
  return [
    ...step(packedAt, "packed", { parcel }),
    ...step(shippedAt, isCollection ? "ready" : "shipped", { parcel }),
    ...step(deliveredAt, isCollection ? "collected" : "delivered", { parcel }),
  ];
}

function endSteps(order: OrderRow): OrderStep[] {
  if (!wasCancelled(order)) return [];
  return step(order.closedAt, order.paymentState === "closed" ? "closed" : "cancelled");
}

function refundSteps({ status, createdAt, doneAt, amountCents }: Refund): OrderStep[] {
  if (status === "failed") return [];
  const amount = dollars(amountCents);
  return [...step(createdAt, "refund-asked", amount), ...step(doneAt, "refunded", amount)];
}
