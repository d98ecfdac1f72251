import type { orderCalls } from "#contract/orders.ts";
import { type Handler, notBuiltYet } from "#server/http/handler.ts";
import type { Shop } from "#server/shop.ts";

/** PATCH /orders/:id: the browser says that it paid, the provider is asked whether that is so. */
export function payOrder(_shop: Shop): Handler<typeof orderCalls.pay> {
  return notBuiltYet;
}
