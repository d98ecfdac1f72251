import type { RefundVerbs } from "#server/modules/payments/context.ts";
import { priceLines, pricePieces } from "./price-lines.ts";
import { makeRefundNow } from "./process-refunds.ts";
import { queueRefund } from "./queue-refund.ts";

export const refundVerbs: RefundVerbs = { makeRefundNow, priceLines, pricePieces, queueRefund };
