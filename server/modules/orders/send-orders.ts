import type { OrderFileColumn, orderFileCalls } from "#contract/order-file.ts";
import type { Order } from "#contract/orders.ts";
import { nameDelivery, nameState, paymentNames } from "#contract/rules/order-states.ts";
import type { Context } from "#server/context.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { type FileColumns, sendColumns } from "#server/platform/http/send-csv.ts";
import { findCursor, listAllOrders } from "./list-orders.ts";

const columns: FileColumns<OrderFileColumn, Order> = {
  number: ["Order", ({ number }) => `${number}`],
  state: ["State", nameState],
  ordered: ["Ordered", ({ orderedAt }) => orderedAt],
  product: ["Product Name", ({ productName }) => productName],
  name: ["Name", ({ name }) => name],
  email: ["Email", ({ email }) => email],
  phone: ["Number", ({ phone }) => phone],
  address: ["Address", ({ address }) => address],
  quantity: ["Quantity", ({ quantity }) => `${quantity}`],
  total: ["Total Price", ({ totalPrice }) => totalPrice.toFixed(2)],
  refunded: ["Refunded", ({ refunded }) => refunded.toFixed(2)],
  payment: ["Payment", ({ payment }) => paymentNames[payment]],
  fulfilment: ["Delivery", nameDelivery],
  promised: ["Promised", ({ promised }) => promised?.until ?? ""],
  transaction: ["Transaction id", ({ transactionId = "" }) => transactionId],
  reference: ["Reference", ({ reference = "" }) => reference],
};

export function orderFileHandlers({ db }: Pick<Context, "db">): Handlers<typeof orderFileCalls> {
  return {
    file: (_request, reply, { query: { columns: chosen, ...filters } }) =>
      sendColumns(reply, {
        name: "orders",
        columns,
        chosen,
        list: async ({ limit, after }) =>
          listAllOrders(db, { ...filters, limit }, after ? await findCursor(db, after) : undefined),
      }),
  };
}
