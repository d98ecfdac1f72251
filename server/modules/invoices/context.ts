import type { findBankAccount } from "#contract/rules/bank-account.ts";
import type { formatAddress } from "#contract/rules/format-address.ts";
import type { Context } from "#server/context.ts";
import type { Letters } from "#server/modules/letters/queue-letter.ts";
import type { readAsPng } from "#server/modules/media/read-as-png.ts";
import type { findNamedOrder } from "#server/modules/orders/find-named-order.ts";
import type { findLinkedOrder } from "#server/modules/orders/order-links.ts";
import type { OrderVerbs } from "#server/modules/orders/order-verbs.ts";
import type { writeInThread } from "#server/modules/papers/write-in-thread.ts";
import type { RefundVerbs } from "#server/modules/payments/context.ts";
import type { PaymentVerbs } from "#server/modules/payments/payment-verbs.ts";
import type { listRefundedLines } from "#server/modules/refunds/refund-lines.ts";
import type { ReadSettings } from "#server/modules/settings/keep-settings.ts";
import type { Queries } from "#server/platform/database/connect.ts";

export type Debtor = { name: string; address: string; country: string; vatId: string };

export type InvoicesContext = Context & {
  letters: Letters;
  orders: OrderVerbs;
  settings: ReadSettings;
  payments: Pick<PaymentVerbs, "lockPaymentOfIntent">;
  refunds: Pick<RefundVerbs, "queueRefund">;
  writePdf: typeof writeInThread;
  pictures: { readAsPng: typeof readAsPng };
  invoices: {
    findNamedOrder: typeof findNamedOrder;
    findLinkedOrder: typeof findLinkedOrder;
    listRefundedLines: typeof listRefundedLines;
    findBankAccount: typeof findBankAccount;
    /** Who pays an order on account. */
    findDebtor: (tx: Queries, companyId: string) => Promise<Debtor | undefined>;
    formatAddress: typeof formatAddress;
  };
};
