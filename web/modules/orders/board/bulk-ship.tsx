import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type LeftOut, maxShippedAtOnce, shipmentCalls } from "#contract/shipments.ts";
import { createKey } from "#web/app/call.ts";
import { formatCount } from "#web/app/format.tsx";
import { LeftNotice, useLeaving } from "#web/app/leaving.tsx";
import { BulkBar, BulkButton } from "#web/ui/list/bulk-bar.tsx";
import type { RowSelection } from "#web/ui/list/use-collected-selection.ts";
import { holdOnShelf, Shelf, showOnShelf } from "#web/ui/shelf.tsx";
import { useShipping } from "../shipping/calls.ts";
import { previewShipping } from "./board-calls.ts";
import { LeftOutList } from "./left-out-list.tsx";
import { countOrders, printPapers } from "./print-papers.ts";
import { type ReadyOrder, ShipDialog } from "./ship-dialog.tsx";

type Props = {
  selection: RowSelection;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onPeek: (id: string) => void;
};

/** All that is left of each of the selected orders, once Undo has gone. */
export function BulkShip({ selection, isOpen, onOpen, onPeek }: Props) {
  const { shipMany } = useShipping();
  const client = useQueryClient();
  const [left, setLeft] = useState<LeftOut[]>([]);
  const { count } = selection;
  const leaving = useLeaving({
    queryKey: ["orders", "all"],
    list: "ship",
    findUndone: async (ids) => (await previewShipping(ids)).ready.map(({ order }) => order),
  });

  async function ship(batches: Batch[], orders: ReadonlyMap<string, ReadyOrder>) {
    const unsent = new Set(batches);
    await leaving.until(shipBatches(batches, orders, unsent), () => toRest([...unsent]));
  }

  async function shipBatches(
    batches: Batch[],
    orders: ReadonlyMap<string, ReadyOrder>,
    unsent: Set<Batch>,
  ) {
    const problems: LeftOut[] = [];
    const shipped = new Set<string>();
    const describe = () => describeSent([...shipped].flatMap((id) => orders.get(id) ?? []));
    try {
      for (const batch of batches) {
        const done = await shipMany(batch.key, batch.orders);
        unsent.delete(batch);
        for (const { order } of done.shipped) shipped.add(order);
        problems.push(
          ...done.left.map((each) => ({ ...each, number: orders.get(each.order)?.number ?? 0 })),
        );
      }
      showOnShelf(`${describe()}.${describeLeft(problems)}`);
    } catch (error) {
      const sofar = shipped.size > 0 ? ` Before that: ${describe()}.` : "";
      showOnShelf(`${(error as Error).message}${sofar}`);
    }
    setLeft(problems);
    await client.invalidateQueries({ queryKey: ["orders"] });
  }

  async function shipUndone() {
    const { ready } = await previewShipping(leaving.undone);
    leaving.forget();
    const known = new Map(ready.map((each) => [each.order, each]));
    await ship(toBatches([...known.keys()]), known);
  }

  function hold(orders: ReadyOrder[]) {
    const batches = toBatches(orders.map(({ order }) => order));
    const known = new Map(orders.map((each) => [each.order, each]));
    const isSent = orders.some(({ isCollection }) => !isCollection);
    const isCollected = orders.some(({ isCollection }) => isCollection);
    const become = [
      ...(isSent ? ["shipped"] : []),
      ...(isCollected ? ["ready for collection"] : []),
    ];
    onOpen(false);
    selection.clear();
    setLeft([]);
    holdOnShelf({
      text: `${countOrders(orders.length)} will be ${become.join(" or ")}, and one letter for each sent, when this goes.`,
      undone: isSent ? "Nothing was shipped." : "Nothing was made ready.",
      commit: (isLeaving) =>
        isLeaving ? leaving.send(toRest(batches)) : void ship(batches, known),
    });
  }

  const { length: undone } = leaving.undone;
  return (
    <>
      {undone > 0 && (
        <LeftNotice
          text={`You marked ${countOrders(undone)} shipped just before you left this page, and ${undone === 1 ? "it is" : "they are"} not shipped yet.`}
          act={`Ship ${countOrders(undone)}`}
          onAct={() => void shipUndone().catch((failure: Error) => showOnShelf(failure.message))}
          onForget={leaving.forget}
        />
      )}
      {left.length > 0 && (
        <LeftOutList title="These were not shipped:" left={left} onPeek={onPeek} />
      )}
      <Shelf>
        {count > 0 && (
          <BulkBar
            selection={selection}
            text={`${formatCount(count)} selected`}
            selectAll="Select all that match"
          >
            <BulkButton onClick={() => onOpen(true)}>Mark {formatCount(count)} shipped…</BulkButton>
            <BulkButton onClick={() => printPapers(selection)}>Slips and labels</BulkButton>
          </BulkBar>
        )}
      </Shelf>
      {isOpen && count > 0 && (
        <ShipDialog
          orders={[...selection.chosen]}
          onShip={hold}
          onPeek={onPeek}
          onClose={() => onOpen(false)}
        />
      )}
    </>
  );
}

/** "2 orders are shipped, 1 order is ready for collection". */
function describeSent(orders: readonly ReadyOrder[]): string {
  const [collected, sent] = [true, false].map(
    (isCollection) => orders.filter((each) => Boolean(each.isCollection) === isCollection).length,
  ) as [number, number];
  const are = (count: number) => `${countOrders(count)} ${count === 1 ? "is" : "are"}`;
  return [
    ...(sent > 0 || collected === 0 ? [`${are(sent)} shipped`] : []),
    ...(collected > 0 ? [`${are(collected)} ready for collection`] : []),
  ].join(", ");
}

/** The list itself may have been left meanwhile. */
function describeLeft(left: readonly LeftOut[]): string {
  const [first] = left;
  if (!first) return "";
  const others = left.length > 1 ? ` And ${left.length - 1} more.` : "";
  return ` Left out: order ${first.number}. ${first.problem}${others}`;
}

type Batch = { key: string; orders: string[] };

function toBatches(orders: readonly string[]): Batch[] {
  const batches: Batch[] = [];
  for (let from = 0; from < orders.length; from += maxShippedAtOnce) {
    batches.push({ key: createKey(), orders: orders.slice(from, from + maxShippedAtOnce) });
  }
  return batches;
}

const toRest = (batches: readonly Batch[]) => ({
  path: shipmentCalls.shipMany.path,
  batches,
  ids: batches.flatMap(({ orders }) => orders),
});
