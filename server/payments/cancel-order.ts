import type { orderCalls } from "#contract/orders.ts";
import { type Handler, notBuiltYet } from "#server/http/handler.ts";
import type { Shop } from "#server/shop.ts";

/** DELETE /orders/:id: an unpaid order is cancelled, a paid one is refunded. */
export function cancelOrder(_shop: Shop): Handler<typeof orderCalls.remove> {
  return notBuiltYet;
}
