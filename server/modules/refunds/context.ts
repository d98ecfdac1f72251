import type { PaymentsContext } from "#server/modules/payments/context.ts";
import type { PaymentVerbs } from "#server/modules/payments/payment-verbs.ts";

export type RefundsContext = PaymentsContext & { payments: PaymentVerbs };
