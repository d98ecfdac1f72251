import { useEffect, useId } from "react";
import { Link, useNavigationType } from "react-router";
import type { Order } from "#contract/orders.ts";
import { DateTime, formatCount, formatDollars } from "#web/app/format.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { toSearch, useOrderView } from "./order-view.ts";
import { StateBadge } from "./state-badge.tsx";

const columns = [
  "Product Name",
  "Name",
  "Email",
  "Number",
  "Quantity",
  "Total Price",
  "Payment",
  "Delete",
];

const figures = ["Quantity", "Total Price"];

type Props = {
  orders: Order[];
  busy: boolean;
  lastOpen: string;
};

export function OrderTable({ orders, busy, lastOpen }: Props) {
  const note = useId();
  const isReturning = useNavigationType() === "POP";

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list is mounted
  useEffect(() => {
    document.getElementById(linkId(lastOpen))?.focus({ preventScroll: isReturning });
  }, []);

  return (
    <div aria-busy={busy} className={busy ? "opacity-60" : ""}>
      <Table label="All orders" columns={columns} figures={figures} wide>
        {orders.map((order) => (
          <OrderRow key={order._id} order={order} note={note} />
        ))}
      </Table>
      <p id={note} className="mt-3 text-sm text-base-content/75 print:hidden">
        Payment and Delete have no function here; open an order to act on it.
      </p>
    </div>
  );
}

type RowProps = { order: Order; note: string };

function OrderRow({ order, note }: RowProps) {
  const { view } = useOrderView();
  const [local, host] = order.email.split(/(?<=@)/);
  return (
    <Row className="grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[minmax(0,6fr)_minmax(0,7fr)_8.5rem_5rem] md:grid-rows-[auto_auto_1fr] md:text-sm lg:text-[0.8125rem]">
      <Cell className="self-start md:row-span-3 lg:w-[18%]">
        <Link
          id={linkId(order._id)}
          to={{ search: toSearch({ ...view, order: order._id }) }}
          className="link font-semibold wrap-anywhere"
          aria-label={`${order.productName}, ordered by ${order.name}`}
        >
          {order.productName}
        </Link>
        <p className="mt-0.5 text-xs text-base-content/75">
          <span className="font-mono">{order.number}</span>, <DateTime time={order.orderedAt} />
        </p>
      </Cell>
      <Cell className={`${customerCell} lg:w-[11%]`}>{order.name}</Cell>
      <Cell className={`${customerCell} lg:w-[23%]`}>
        {local}
        <wbr />
        {host}
      </Cell>
      <Cell label="Number" className={`${customerCell} lg:w-[14%]`}>
        {order.phone || "–"}
      </Cell>
      <Cell
        label="Quantity"
        className={`${fullHeightCell} col-span-2 md:col-span-1 md:col-start-3 md:self-end md:text-end`}
      >
        {formatCount(order.quantity)}
      </Cell>
      <Cell
        className={`${fullHeightCell} col-start-2 row-start-1 self-start text-end md:col-start-3`}
      >
        <span className="font-semibold whitespace-nowrap">${formatDollars(order.totalPrice)}</span>
        <span className="mt-0.5 block">
          <StateBadge order={order} />
        </span>
      </Cell>
      {/* Both buttons have no function, as specified. */}
      <Cell className={`${fullHeightCell} md:col-start-4 md:self-start md:text-end lg:text-start`}>
        <button type="button" className={inertButton} aria-describedby={note}>
          Payment
        </button>
      </Cell>
      <Cell className={`${fullHeightCell} text-end md:col-start-4 md:self-end lg:text-start`}>
        <button type="button" className={inertButton} aria-describedby={note}>
          Delete
        </button>
      </Cell>
    </Row>
  );
}

// On medium screens a row of the table has three grid rows.
const fullHeightCell = "md:row-span-3 md:row-start-1";
const customerCell = "col-span-2 self-start wrap-anywhere md:col-span-1 md:col-start-2";
const inertButton =
  "btn btn-sm border-base-300 bg-transparent font-normal text-base-content/75 max-md:h-10 md:px-2";

const linkId = (id: string) => `order-${id}`;
