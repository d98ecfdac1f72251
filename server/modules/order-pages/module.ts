import type { ShopModule } from "#server/module.ts";
import { orderPageHandlers } from "./handlers.ts";
import { resendLetter } from "./resend-letter.ts";

export const orderPages = {
  handlers: (context) => ({
    orderPages: orderPageHandlers(context),
    orderDesk: { sendLetter: resendLetter(context) },
  }),
} satisfies ShopModule;
