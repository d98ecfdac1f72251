import type { orderPageCalls } from "#contract/order-page.ts";
import type { Context } from "#server/context.ts";
import { findNamedOrder } from "#server/modules/orders/find-named-order.ts";
import { findLinkedOrder } from "#server/modules/orders/order-links.ts";
import { deadLink, noSuchOrder } from "#server/modules/orders/refusals.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { readOrderPage } from "./read-order-page.ts";
import { sendOwnOrders } from "./send-own-orders.ts";

export function orderPageHandlers(context: Context): Handlers<typeof orderPageCalls> {
  const { db } = context;
  return {
    read: async ({ params: { id } }, { person }) => {
      const owner = person.role === "admin" ? undefined : person._id;
      const order = await findNamedOrder(db, id, owner);
      return order ? readOrderPage(context, order, person) : noSuchOrder;
    },
    readByLink: async ({ body: { token } }) => {
      const order = await findLinkedOrder(db, token);
      return order ? readOrderPage(context, order, undefined) : deadLink;
    },
    file: sendOwnOrders(context),
  };
}
