import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, type RefObject, Suspense, useState } from "react";
import type { Order } from "#contract/orders.ts";
import { shippedProblem } from "#contract/rules/order-states.ts";
import { partPath } from "#contract/rules/part-path.ts";
import { formatCount, formatDateTime, formatDollars, plural } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { orderPath, paths, paymentPath } from "#web/app/paths.ts";
import { late } from "#web/ui/late.tsx";
import { PagedList } from "#web/ui/paged-list.tsx";
import { Note } from "#web/ui/placeholder.tsx";
import { Cell, DeleteButton, Row, Table } from "#web/ui/table.tsx";
import { myOrders, type OwnFilters } from "./calls.ts";

const columns = ["Product Name", "Email", "Number", "Quantity", "Total Price", "Payment", "Delete"];
const figures = ["Quantity", "Total Price"];

const FitText = late(async () => (await import("./fit-note.tsx")).FitText);

const CancelOwnOrder = late(async () => (await import("./cancel-own-order.tsx")).CancelOwnOrder);

const StateBadge = late(async () => (await import("./state-badge.tsx")).StateBadge);

type Props = {
  email: string;
  filters: OwnFilters;
  heading: RefObject<HTMLElement | null>;
  again: (order: Order) => ReactNode;
};

export function MyOrderTable({ email, filters, heading, again }: Props) {
  const query = useInfiniteQuery(myOrders(email, filters));
  const [chosen, setChosen] = useState<Order>();
  // The order may have been paid since the dialog opened; deleting then refunds it.
  const orders = query.data?.pages.flatMap(({ items }) => items);
  const toDelete = chosen && (orders?.find(({ _id }) => _id === chosen._id) ?? chosen);
  return (
    <>
      <PagedList query={query} failed="Your orders could not be fetched" more="Show more orders">
        {(orders) =>
          orders.length === 0 ? (
            <NoOrders
              email={email}
              isFiltered={filters.q !== undefined || filters.state !== undefined}
            />
          ) : (
            <Table label="My orders" columns={columns} figures={figures} wide>
              {orders.map((order) => (
                <OrderRow
                  key={order._id}
                  order={order}
                  again={again(order)}
                  onDelete={() => {
                    const problem = shippedProblem(order.fulfilment, order.isCollection);
                    if (problem) void refuse(problem);
                    else setChosen(order);
                  }}
                />
              ))}
            </Table>
          )
        }
      </PagedList>
      {toDelete && (
        <Suspense>
          <CancelOwnOrder order={toDelete} heading={heading} onClose={() => setChosen(undefined)} />
        </Suspense>
      )}
    </>
  );
}

async function refuse(problem: string): Promise<void> {
  const { showToast } = await import("#web/ui/toast.tsx");
  showToast(problem, "error");
}

type RowProps = { order: Order; again: ReactNode; onDelete: () => void };

function OrderRow({ order, again, onDelete }: RowProps) {
  const [local, host] = order.email.split(/(?<=@)/);
  const what = `${order.productName}, ${plural(order.quantity, "piece")}`;
  return (
    <Row className="grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[minmax(0,1fr)_14rem_6rem_4.5rem] lg:text-sm">
      <Cell className="self-start wrap-anywhere lg:w-[27%]">
        <PageLink to={orderPath(order.number)} className="link font-semibold">
          {order.productName}
        </PageLink>
        <span className="mt-0.5 block text-xs text-base-content/75">
          Order <span className="font-mono whitespace-nowrap">{order.number}</span>,{" "}
          <time dateTime={order.orderedAt}>{formatDateTime(order.orderedAt)}</time>
        </span>
        <OrderLines order={order} />
        <span className="flex min-h-11 flex-wrap items-center gap-x-4 text-xs md:min-h-6 print:hidden">
          {order.paid && (
            <PageLink
              to={`${partPath({ number: order.part, name: order.productName })}#review`}
              className="link inline-flex min-h-11 items-center md:min-h-6"
              aria-label={`Review it: ${order.productName}`}
            >
              Review it
            </PageLink>
          )}
          {order.transactionId && (
            <PageLink
              to={`${orderPath(order.number)}#documents`}
              className="link inline-flex min-h-11 items-center md:min-h-6"
              aria-label={`Invoice of order ${order.number}`}
            >
              Invoice
            </PageLink>
          )}
          {again}
        </span>
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
        <DeleteButton label={`Delete the order of ${what}`} onClick={onDelete} />
      </Cell>
    </Row>
  );
}

function Payment({ order, what }: { order: Order; what: string }) {
  if (order.paid) {
    return (
      <>
        <span className="font-semibold text-success">Paid</span>
        {order.fulfilment !== "none" && (
          <span className="block min-h-6">
            <Suspense>
              <StateBadge order={order} />
            </Suspense>
          </span>
        )}
      </>
    );
  }
  if (!order.totalPrice) return null;
  return (
    <>
      <PageLink
        to={paymentPath(order._id)}
        className="btn btn-outline btn-sm h-10"
        aria-label={`Payment for ${what}`}
      >
        Payment
      </PageLink>
      <span className="hidden print:inline">Unpaid</span>
      {order.payment === "account" && (
        <span className="block min-h-6">
          <Suspense>
            <StateBadge order={order} />
          </Suspense>
        </span>
      )}
    </>
  );
}

function OrderLines({ order: { lines } }: { order: Order }) {
  const [only] = lines;
  if (lines.length < 2) {
    return only?.fit ? <Said fit={only.fit} /> : null;
  }
  return (
    <details className="text-xs">
      <summary className="inline-flex min-h-6 cursor-pointer items-center underline underline-offset-2">
        {plural(lines.filter(({ kind }) => kind === "part").length, "line")}
      </summary>
      <ul className="mt-1 grid gap-1 border-s-2 border-base-300 ps-3">
        {lines.map(({ _id, kind, number, name, quantity, total, fit }) => (
          <li key={_id} className="flex flex-wrap justify-between gap-x-3">
            <span>
              {kind === "part" ? `${formatCount(quantity)} × ${name}` : name}
              {number && ` (${number})`}
            </span>
            <span className="font-semibold">${formatDollars(total)}</span>
            {fit && <Said fit={fit} />}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Said({ fit }: { fit: NonNullable<Order["lines"][number]["fit"]> }) {
  return (
    <span className="block min-h-4 w-full text-xs">
      <Suspense>
        <FitText fit={fit} />
      </Suspense>
    </span>
  );
}

type NoOrdersProps = { email: string; isFiltered: boolean };

function NoOrders({ email, isFiltered }: NoOrdersProps) {
  const { data: cancelled } = useInfiniteQuery(myOrders(email, { state: "closed" }));
  if (isFiltered) {
    return (
      <Note title="No order matches">
        <p>Look for another word, or show all of your orders. Cancelled ones are listed below.</p>
        <PageLink to={paths.myOrder} className="btn btn-outline">
          Show all
        </PageLink>
      </Note>
    );
  }
  const hadSome = cancelled?.pages.some(({ items }) => items.length > 0);
  return (
    <Note title={hadSome ? "You have no orders but cancelled ones" : "You have no orders yet"}>
      <p>What you order in the shop is listed here, to be paid or to be cancelled.</p>
      <PageLink to={paths.products} className="btn btn-secondary">
        See all products
      </PageLink>
    </Note>
  );
}
