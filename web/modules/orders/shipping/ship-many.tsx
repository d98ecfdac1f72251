import { useState } from "react";
import { Link } from "react-router";
import type { Order } from "#contract/orders.ts";
import { createKey } from "#web/app/call.ts";
import { download } from "#web/app/download.ts";
import { formatCount } from "#web/app/format.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { BulkButton } from "#web/ui/list/bulk-bar.tsx";
import { Shelf, showOnShelf } from "#web/ui/shelf.tsx";
import { toSearch, useOrderView } from "../order-view.ts";
import { useShipping } from "./calls.ts";

type Props = {
  orders: readonly Order[];
  chosen: ReadonlySet<string>;
  onChoose: (ids: Iterable<string>) => void;
};

type Left = { order: string; problem: string };

/** All that is left of each of the chosen orders. */
export function ShipMany({ orders, chosen, onChoose }: Props) {
  const { shipMany } = useShipping();
  const [key, setKey] = useState<string>();
  const [left, setLeft] = useState<Left[]>([]);
  const shown = orders.filter(({ _id }) => chosen.has(_id));
  const count = shown.length;
  const pieces = shown.reduce((sum, { quantity }) => sum + quantity, 0);

  async function ship(key: string) {
    const sent = shown.map(({ _id }) => _id);
    const done = await shipMany(key, sent).catch((error: Error) => showOnShelf(error.message));
    if (!done) return;
    setLeft(done.left);
    onChoose([]);
    const count = new Set(done.shipped.map(({ order }) => order)).size;
    showOnShelf(`${countOrders(count)} ${count === 1 ? "is" : "are"} shipped.`);
  }

  async function print() {
    const orders = shown.map(({ _id }) => _id).join();
    await download(`/api/shipments/papers.pdf?orders=${orders}`).then(
      () => showOnShelf(`Slips and labels of ${countOrders(count)} are in your downloads.`),
      (error: Error) => showOnShelf(error.message),
    );
  }

  return (
    <>
      {left.length > 0 && <LeftOut left={left} />}
      <Shelf>
        {count > 0 && (
          <section
            aria-label="Selected rows"
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-neutral-content/40 bg-neutral px-4 py-2 text-neutral-content"
          >
            <p role="status">
              <strong>{formatCount(count)} selected</strong>, {formatCount(pieces)} pieces
            </p>
            <div className="flex flex-wrap gap-2">
              <BulkButton onClick={() => setKey(createKey())}>
                Mark {formatCount(count)} shipped
              </BulkButton>
              <BulkButton onClick={print}>Slips and labels</BulkButton>
              <BulkButton onClick={() => onChoose([])}>Clear</BulkButton>
            </div>
          </section>
        )}
      </Shelf>
      {key && (
        <ConfirmDialog
          title="Are you sure?"
          confirm={`Mark ${formatCount(count)} shipped`}
          refuse="Not yet"
          onConfirm={() => ship(key)}
          onClose={() => setKey(undefined)}
        >
          <p>
            Everything that is left of {count === 1 ? "this order" : "these orders"} counts as
            shipped, and one letter for each goes out. After that, the customers cannot cancel.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

const countOrders = (count: number) => `${formatCount(count)} ${count === 1 ? "order" : "orders"}`;

function LeftOut({ left }: { left: readonly Left[] }) {
  const { view } = useOrderView();
  return (
    <div role="alert" className="mt-4 border border-s-4 border-base-300 border-s-error p-4">
      <p className="font-semibold">These were not shipped:</p>
      <ul className="mt-1 grid gap-1">
        {left.map(({ order, problem }) => (
          <li key={order}>
            <Link to={{ search: toSearch({ ...view, order }) }} className="link">
              {problem}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
