import type { OrderFileColumn, orderFileCalls } from "#contract/order-file.ts";
import { orderFileColumns } from "#contract/order-file.ts";
import type { Order } from "#contract/orders.ts";
import type { Context } from "#server/context.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { listAll, sendCsv } from "#server/platform/http/send-csv.ts";
import { findCursor, listAllOrders } from "./list-orders.ts";

type Column = { heading: string; cell: (order: Order) => string };

const columns: Record<OrderFileColumn, Column> = {
  number: { heading: "Order", cell: ({ number }) => `${number}` },
  ordered: { heading: "Ordered", cell: ({ orderedAt }) => orderedAt },
  product: { heading: "Product Name", cell: ({ productName }) => productName },
  name: { heading: "Name", cell: ({ name }) => name },
  email: { heading: "Email", cell: ({ email }) => email },
  phone: { heading: "Number", cell: ({ phone }) => phone },
  address: { heading: "Address", cell: ({ address }) => address },
  quantity: { heading: "Quantity", cell: ({ quantity }) => `${quantity}` },
  total: { heading: "Total Price", cell: ({ totalPrice }) => totalPrice.toFixed(2) },
  refunded: { heading: "Refunded", cell: ({ refunded }) => refunded.toFixed(2) },
  payment: { heading: "Payment", cell: ({ payment }) => payment },
  fulfilment: { heading: "Delivery", cell: ({ fulfilment }) => fulfilment },
  transaction: { heading: "Transaction id", cell: ({ transactionId = "" }) => transactionId },
  reference: { heading: "Reference", cell: ({ reference = "" }) => reference },
};

export function orderFileHandlers({ db }: Pick<Context, "db">): Handlers<typeof orderFileCalls> {
  return {
    file(_request, reply, { query: { columns: names = orderFileColumns.join(), ...filters } }) {
      const shown = names.split(",").map((name) => columns[name as OrderFileColumn]);
      const rows = listAll(
        async ({ limit, after }) =>
          listAllOrders(db, { ...filters, limit }, after ? await findCursor(db, after) : undefined),
        (order) => shown.map(({ cell }) => cell(order)),
      );
      const headings = shown.map(({ heading }) => heading);
      return sendCsv(reply, "orders", headings, rows);
    },
  };
}
