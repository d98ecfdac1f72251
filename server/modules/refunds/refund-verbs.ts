import type { RefundVerbs } from "#server/modules/payments/context.ts";
import { makeRefundNow } from "./process-refunds.ts";
import { queueRefund } from "./queue-refund.ts";
import { priceLines } from "./refund-lines.ts";

export const refundVerbs: RefundVerbs = { makeRefundNow, priceLines, queueRefund };
