import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callRoot } from "#contract/call.ts";
import { type LeftOut, maxShippedAtOnce, shipmentCalls } from "#contract/shipments.ts";
import { createKey } from "#web/app/call.ts";
import { formatCount } from "#web/app/format.tsx";
import { BulkBar, BulkButton } from "#web/ui/list/bulk-bar.tsx";
import type { RowSelection } from "#web/ui/list/use-collected-selection.ts";
import { holdOnShelf, Shelf, showOnShelf } from "#web/ui/shelf.tsx";
import { useShipping } from "../shipping/calls.ts";
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

  async function ship(batches: Batch[], numbers: ReadonlyMap<string, number>) {
    const problems: LeftOut[] = [];
    let shipped = 0;
    try {
      for (const { key, orders } of batches) {
        const done = await shipMany(key, orders);
        shipped += new Set(done.shipped.map(({ order }) => order)).size;
        problems.push(
          ...done.left.map((each) => ({ ...each, number: numbers.get(each.order) ?? 0 })),
        );
      }
      const done = `${countOrders(shipped)} ${shipped === 1 ? "is" : "are"} shipped.`;
      showOnShelf(`${done}${describeLeft(problems)}`);
    } catch (error) {
      const sofar = shipped > 0 ? ` ${countOrders(shipped)} shipped before that.` : "";
      showOnShelf(`${(error as Error).message}${sofar}`);
    }
    setLeft(problems);
    await client.invalidateQueries({ queryKey: ["orders"] });
  }

  function hold(orders: ReadyOrder[]) {
    const batches = toBatches(orders.map(({ order }) => order));
    const numbers = new Map(orders.map(({ order, number }) => [order, number]));
    onOpen(false);
    selection.clear();
    setLeft([]);
    holdOnShelf({
      text: `${countOrders(orders.length)} will be shipped, and one letter for each sent, when this goes.`,
      undone: "Nothing was shipped.",
      commit: (isLeaving) => (isLeaving ? sendLeaving(batches) : void ship(batches, numbers)),
    });
  }

  return (
    <>
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

/** The browser sends these after the page has gone. */
function sendLeaving(batches: readonly Batch[]): void {
  for (const batch of batches) {
    const body = new Blob([JSON.stringify(batch)], { type: "application/json" });
    navigator.sendBeacon(callRoot + shipmentCalls.shipMany.path, body);
  }
}
