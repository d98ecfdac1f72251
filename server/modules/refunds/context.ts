import type { PaymentsContext } from "#server/modules/payments/context.ts";
import type { PaymentVerbs } from "#server/modules/payments/payment-verbs.ts";
import type { ShipmentVerbs } from "#server/modules/shipments/shipment-verbs.ts";

export type RefundsContext = PaymentsContext & {
  payments: PaymentVerbs;
  shipments: ShipmentVerbs;
};
