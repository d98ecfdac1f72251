import type { orderPageCalls } from "#contract/order-page.ts";
import type { Order } from "#contract/orders.ts";
import { nameDelivery, paymentNames } from "#contract/rules/order-states.ts";
import type { Context } from "#server/context.ts";
import { listOwnOrders } from "#server/modules/orders/list-orders.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { listAll, sendCsv } from "#server/platform/http/send-csv.ts";

const columns: Record<string, (order: Order) => string> = {
  Order: ({ number }) => `${number}`,
  Ordered: ({ orderedAt }) => orderedAt,
  "Product Name": ({ productName }) => productName,
  Email: ({ email }) => email,
  Number: ({ phone }) => phone,
  Quantity: ({ quantity }) => `${quantity}`,
  "Total Price": ({ totalPrice }) => totalPrice.toFixed(2),
  Payment: ({ payment }) => paymentNames[payment],
  Delivery: nameDelivery,
  Reference: ({ reference = "" }) => reference,
};

export function sendOwnOrders({ db }: Context): Handler<typeof orderPageCalls.file> {
  return (request, reply, { query }) => {
    const userId = `${request.caller.person?._id}`;
    const orders = listAll(
      ({ limit, after }) =>
        listOwnOrders(db, userId, { ...query, limit }, after ? { id: after } : undefined),
      (order) => Object.values(columns).map((cell) => cell(order)),
    );
    return sendCsv(reply, "orders", Object.keys(columns), orders);
  };
}
