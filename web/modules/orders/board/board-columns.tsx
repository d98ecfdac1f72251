import type { Order } from "#contract/orders.ts";
import { nameGoods } from "#contract/rules/name-goods.ts";
import { nameDelivery, paymentNames } from "#contract/rules/order-states.ts";
import { DateTime, formatCount, formatDay, formatDollars } from "#web/app/format.tsx";
import type { ListColumn } from "#web/ui/list/list-column.ts";
import { StateBadge } from "../state-badge.tsx";

type Column = ListColumn<Order>;

const detail = (
  name: string,
  file: string,
  read: (order: Order) => string,
  sort?: string,
): Column => ({
  name,
  file,
  choice: "hidden",
  isNamedOnCards: true,
  ...(sort && { sort }),
  className: "text-sm wrap-anywhere max-md:col-span-2",
  cell: (order) => read(order) || "–",
});

export const boardColumns = (peek: (id: string) => void): Column[] => [
  {
    name: "Order",
    sort: "number",
    file: "number",
    className: "md:w-24 xl:w-28",
    cell: ({ _id, number }) => (
      <button
        type="button"
        className="link min-h-10 cursor-pointer font-mono font-semibold"
        aria-label={`Look at order ${number}`}
        onClick={() => peek(_id)}
      >
        {number}
      </button>
    ),
  },
  {
    name: "State",
    sort: "state",
    file: "state",
    className: "max-md:text-end md:w-24 xl:w-32",
    cell: (order) => <StateBadge order={order} />,
  },
  {
    name: "Ordered",
    file: "ordered",
    choice: "shown",
    className: "text-sm md:w-28 xl:w-44 xl:whitespace-nowrap",
    cell: ({ orderedAt }) => <DateTime time={orderedAt} />,
  },
  {
    name: "Customer",
    sort: "name",
    file: "name",
    choice: "shown",
    className: "wrap-anywhere max-md:col-span-2 md:min-w-28 xl:min-w-40",
    cell: ({ name }) => name,
  },
  {
    name: "Parts",
    file: ["quantity", "product"],
    choice: "shown",
    className: "wrap-anywhere max-md:col-span-2 md:min-w-28 lg:min-w-40",
    cell: (order) => nameGoods(order, formatCount),
  },
  {
    name: "Promised",
    sort: "promised",
    file: "promised",
    choice: "shown",
    isNamedOnCards: true,
    className: "text-sm md:w-18 xl:w-28",
    cell: ({ promised }) => (promised ? formatDay(promised.until) : "–"),
  },
  {
    name: "Total",
    sort: "total",
    file: "total",
    choice: "shown",
    isFigure: true,
    className: "font-semibold md:w-24 xl:w-28 md:text-end max-md:text-end",
    cell: ({ totalPrice }) => `$${formatDollars(totalPrice)}`,
  },
  detail("Email", "email", ({ email }) => email),
  detail("Number", "phone", ({ phone }) => phone),
  detail("Address", "address", ({ address }) => address),
  detail("Payment", "payment", ({ payment }) => paymentNames[payment]),
  detail("Delivery", "fulfilment", nameDelivery),
  detail("Refunded", "refunded", ({ refunded }) => `$${formatDollars(refunded)}`, "refunded"),
  detail("Transaction id", "transaction", ({ transactionId = "" }) => transactionId),
  detail("Reference", "reference", ({ reference = "" }) => reference),
];
