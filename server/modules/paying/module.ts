import type { ShopModule } from "#server/module.ts";
import { toOrderReaders } from "#server/modules/orders/to-order-readers.ts";
import { closeUnpaidOrdersJob } from "./close-unpaid-orders.ts";
import { orderMoneyHandlers, paymentHandlers } from "./handlers.ts";
import { orderLetters } from "./order-letters.ts";
import { linkedPaymentHandlers } from "./pay-by-link.ts";
import { checkPaymentsJob } from "./reconcile-payments.ts";
import { cardHandlers } from "./saved-cards.ts";
import { serveWebhook } from "./webhook.ts";

export const paying = {
  handlers: (context) => ({
    orders: orderMoneyHandlers(context),
    payments: paymentHandlers(context),
    linkedPayments: linkedPaymentHandlers(context),
    cards: cardHandlers(context),
  }),
  routes: serveWebhook,
  jobs: (context) => [checkPaymentsJob(context), closeUnpaidOrdersJob(context)],
  emails: (context) =>
    toOrderReaders(context.db, orderLetters({ ...context, shopName: context.env.SHOP_NAME })),
} satisfies ShopModule;
