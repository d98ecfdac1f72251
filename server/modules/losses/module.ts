import type { ShopModule } from "#server/module.ts";
import { toOrderReaders } from "#server/modules/orders/to-order-readers.ts";
import { lossLetters } from "./loss-letters.ts";
import { reportLoss } from "./report-loss.ts";

export const losses = {
  handlers: (context) => ({ losses: { report: reportLoss(context) } }),
  emails: (context) => toOrderReaders(context.db, lossLetters(context)),
} satisfies ShopModule;
