import type { ShopModule } from "#server/module.ts";
import { toOrderReaders } from "#server/modules/orders/to-order-readers.ts";
import { confirmationUndoes } from "./confirm-company.ts";
import { accountHandlers } from "./handlers.ts";
import { reminderLetters, remindOfAccountsJob } from "./send-reminders.ts";
import { termsUndoes } from "./set-terms.ts";
import { companyGroupUndoes } from "./undo-company-group.ts";
import { receiptUndoes } from "./undo-receipt.ts";

export const accounts = {
  handlers: (context) => ({ accounts: accountHandlers(context) }),
  jobs: (context) => [remindOfAccountsJob(context)],
  emails: (context) =>
    toOrderReaders(context.db, reminderLetters({ ...context, shopName: context.env.SHOP_NAME })),
  undo: { ...termsUndoes, ...companyGroupUndoes, ...confirmationUndoes, ...receiptUndoes },
} satisfies ShopModule;
