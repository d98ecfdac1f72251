import type { ShopModule } from "#server/module.ts";
import { toOrderReaders } from "#server/modules/orders/to-order-readers.ts";
import { cancelPieces } from "./cancel-pieces.ts";
import { markRefundedManually } from "./mark-refunded-manually.ts";
import { makeRefundsJob } from "./process-refunds.ts";
import { refundLetters } from "./refund-letters.ts";
import { refundOrder } from "./refund-order.ts";

export const refunds = {
  handlers: (context) => ({
    refunds: { create: refundOrder(context), cancelPieces: cancelPieces(context) },
    payments: { settleElsewhere: markRefundedManually(context) },
  }),
  jobs: (context) => [makeRefundsJob(context)],
  emails: (context) => toOrderReaders(context.db, refundLetters(context)),
} satisfies ShopModule;
