import { useInfiniteQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import type { Order } from "#contract/orders.ts";
import { formatCount, formatDateTime, formatDollars } from "#web/app/format.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths, paymentPath } from "#web/app/paths.ts";
import { InlineLoading } from "#web/ui/inline-loading.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { Note } from "#web/ui/note.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { myOrders } from "./calls.ts";
import { DeleteOrder } from "./delete-order.tsx";

const columns = [
  ...["Product Name", "Email", "Number", "Quantity", "Total Price", "Payment", "Delete"],
];
const figures = ["Quantity", "Total Price"];

type Props = {
  email: string;
  /** Where focus goes when a row is gone. */
  heading: RefObject<HTMLElement | null>;
};

export function MyOrderTable({ email, heading }: Props) {
  const { data, error, refetch, ...next } = useInfiniteQuery(myOrders(email));
  const [leaving, setLeaving] = useState<Order>();

  if (!data) return error ? <OrdersFailed error={error} retry={refetch} /> : <InlineLoading />;
  const orders = data.pages.flat();
  // It may have been paid since somebody asked to delete it; that decides what happens.
  const leavingNow = orders.find(({ _id }) => _id === leaving?._id) ?? leaving;
  return (
    <>
      {orders.length === 0 && <NoOrders email={email} />}
      {orders.length > 0 && (
        <Table label="My orders" columns={columns} figures={figures} wide>
          {orders.map((order) => (
            <OrderRow key={order._id} order={order} onDelete={() => setLeaving(order)} />
          ))}
        </Table>
      )}
      <MoreButton pages={{ ...next, error }}>Show more orders</MoreButton>
      {leavingNow && (
        <DeleteOrder order={leavingNow} heading={heading} onClose={() => setLeaving(undefined)} />
      )}
    </>
  );
}

function OrderRow({ order, onDelete }: { order: Order; onDelete: () => void }) {
  const [local, host] = order.email.split(/(?<=@)/);
  const what = `${order.productName}, ${formatCount(order.quantity)} pieces`;
  return (
    <Row className="grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[minmax(0,1fr)_14rem_6rem_4.5rem] lg:text-sm">
      <Cell className="self-start wrap-anywhere lg:w-[27%]">
        <span className="font-semibold">{order.productName}</span>
        <time dateTime={order.orderedAt} className="mt-0.5 block text-xs text-base-content/75">
          {formatDateTime(order.orderedAt)}
        </time>
      </Cell>
      <Cell className="wrap-anywhere max-md:col-span-2 md:col-start-1 md:row-start-2 lg:w-[22%]">
        {local}
        <wbr />
        {host}
      </Cell>
      <Cell
        className="self-start wrap-anywhere max-md:col-span-2 md:col-start-2 md:row-start-1 lg:w-[15%]"
        label="Number"
      >
        {order.phone || <span aria-hidden="true">–</span>}
      </Cell>
      <Cell
        className="max-md:col-span-2 md:col-start-2 md:row-start-2 lg:text-end"
        label="Quantity"
      >
        {formatCount(order.quantity)}
      </Cell>
      <Cell className="col-start-2 row-start-1 self-start text-end font-semibold md:col-span-2 md:col-start-3">
        ${formatDollars(order.totalPrice)}
      </Cell>
      <Cell className="col-start-1 max-md:mt-1 md:col-start-3 md:row-start-2 md:max-lg:text-end">
        <Payment order={order} what={what} />
      </Cell>
      <Cell className="col-start-2 text-end max-md:mt-1 md:col-start-4 md:row-start-2 lg:text-start">
        <button
          type="button"
          className="btn btn-outline btn-error btn-sm h-10"
          aria-label={`Delete the order of ${what}`}
          onClick={onDelete}
        >
          Delete
        </button>
      </Cell>
    </Row>
  );
}

function Payment({ order, what }: { order: Order; what: string }) {
  if (order.paid) return <span className="font-semibold text-success">Paid</span>;
  if (!order.totalPrice) return null;
  return (
    <>
      <PageLink
        to={paymentPath(order._id)}
        className="btn btn-primary btn-sm h-10"
        aria-label={`Payment for ${what}`}
      >
        Payment
      </PageLink>
      <span className="hidden print:inline">Unpaid</span>
    </>
  );
}

function NoOrders({ email }: { email: string }) {
  // Asked for below this list in any case.
  const { data: cancelled } = useInfiniteQuery(myOrders(email, "closed"));
  const hadSome = !!cancelled?.pages.flat().length;
  return (
    <Note title={hadSome ? "You have no orders but cancelled ones" : "You have no orders yet"}>
      <p>What you order in the shop is listed here, to be paid or to be cancelled.</p>
      <PageLink to={paths.products} className="btn btn-primary">
        See all products
      </PageLink>
    </Note>
  );
}

function OrdersFailed({ error, retry }: { error: Error; retry: () => unknown }) {
  return (
    <Note title="Your orders could not be fetched" alert>
      <p>{error.message}</p>
      <button type="button" className="btn btn-primary" onClick={() => retry()}>
        Try again
      </button>
    </Note>
  );
}
