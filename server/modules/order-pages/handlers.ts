import type { orderPageCalls } from "#contract/order-page.ts";
import { deadLink, noSuchOrder } from "#server/modules/orders/refusals.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import type { OrderPagesContext } from "./context.ts";
import { readOrderPage } from "./read-order-page.ts";
import { sendOwnOrders } from "./send-own-orders.ts";

export function orderPageHandlers(context: OrderPagesContext): Handlers<typeof orderPageCalls> {
  const { db, orderPages } = context;
  return {
    read: async ({ params: { id } }, { person }) => {
      const owner = person.role === "admin" ? undefined : person._id;
      const order = await orderPages.findNamedOrder(db, id, owner);
      return order ? readOrderPage(context, order, person) : noSuchOrder;
    },
    readByLink: async ({ body: { token } }) => {
      const order = await orderPages.findLinkedOrder(db, token);
      return order ? readOrderPage(context, order, undefined) : deadLink;
    },
    file: sendOwnOrders(context),
  };
}
