import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { maxReceived, type Return, returnCalls } from "#contract/returns.ts";
import { describeLines } from "#contract/rules/return-words.ts";
import { formatCount, plural } from "#web/app/format.tsx";
import { LeftNotice, useLeaving } from "#web/app/leaving.tsx";
import { BulkBar, BulkButton } from "#web/ui/list/bulk-bar.tsx";
import { BulkPreview } from "#web/ui/list/bulk-preview.tsx";
import { inBatches } from "#web/ui/list/in-batches.ts";
import type { RowSelection } from "#web/ui/list/use-collected-selection.ts";
import { holdOnShelf, showOnShelf } from "#web/ui/shelf.tsx";
import { findComing, receiveReturns } from "./calls.ts";

const countReturns = (count: number) => plural(count, "return");

type Props = { selection: RowSelection; rows: readonly Return[] };

/** What came is counted with each return; here it is all of what was to come. */
export function BulkReturns({ selection, rows }: Props) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { count } = selection;
  const leaving = useLeaving({
    queryKey: ["returns"],
    list: "receive",
    findUndone: findComing,
  });
  const coming = rows.filter(({ state }) => state === "approved");
  const pieces = coming
    .flatMap(({ lines }) => lines)
    .reduce((sum, { quantity }) => sum + quantity, 0);

  async function receive(ids: readonly string[]) {
    const unsent = new Set(ids);
    await leaving.until(receiveAll(ids, unsent), () => toRest([...unsent]));
  }

  async function receiveAll(ids: readonly string[], unsent: Set<string>) {
    let done = 0;
    const problems: string[] = [];
    try {
      await inBatches(ids, maxReceived, async (batch) => {
        const { booked, left } = await receiveReturns(batch);
        for (const id of batch) unsent.delete(id);
        done += booked.length;
        problems.push(...left.map(({ problem }) => problem));
      });
      const others = problems[0]
        ? ` ${countReturns(problems.length)} left out: ${problems[0]}`
        : "";
      showOnShelf(`${countReturns(done)} booked as received.${others}`);
    } catch (error) {
      const before = done > 0 ? ` ${countReturns(done)} booked before that.` : "";
      showOnShelf(`${(error as Error).message}${before}`);
    }
    await client.invalidateQueries({ queryKey: ["returns"] });
  }

  function hold() {
    const ids = coming.map(({ _id }) => _id);
    setOpen(false);
    selection.clear();
    holdOnShelf({
      text: `${countReturns(ids.length)} will be booked as received, and a letter sent for each, when this goes.`,
      undone: "Nothing was booked.",
      commit: (isLeaving) => (isLeaving ? leaving.send(toRest(ids)) : void receive(ids)),
    });
  }

  const text =
    coming.length === count
      ? `${countReturns(count)}, ${plural(pieces, "piece")}`
      : `${formatCount(count)} selected, ${formatCount(coming.length)} on their way`;
  const { length: undone } = leaving.undone;
  return (
    <>
      {undone > 0 && (
        <LeftNotice
          text={`You booked ${countReturns(undone)} as received just before you left this page, and ${undone === 1 ? "it is" : "they are"} not booked yet.`}
          act={`Book ${countReturns(undone)}`}
          onAct={() => {
            leaving.forget();
            void receive(leaving.undone);
          }}
          onForget={leaving.forget}
        />
      )}
      {count > 0 && (
        <BulkBar selection={selection} text={text} selectAll="Select all that match">
          {coming.length > 0 && (
            <BulkButton onClick={() => setOpen(true)}>
              {pieces === 1 ? "1 piece" : `All ${plural(pieces, "piece")}`} received…
            </BulkButton>
          )}
        </BulkBar>
      )}
      {isOpen && (
        <BulkPreview
          title="Book as received"
          text={`${plural(pieces, "piece")} of ${countReturns(coming.length)} would be booked as received.${coming.length < count ? ` ${formatCount(count - coming.length)} selected are not on their way, and left out.` : ""}`}
          rows={coming.map(({ _id, number, name, lines }) => ({
            id: _id,
            name: `Return ${number}, ${name}`,
            change: describeLines(lines),
          }))}
          act={{ name: `Book ${countReturns(coming.length)}`, run: hold }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function toRest(ids: readonly string[]) {
  const batches: { ids: string[] }[] = [];
  for (let from = 0; from < ids.length; from += maxReceived) {
    batches.push({ ids: ids.slice(from, from + maxReceived) });
  }
  return { path: returnCalls.receiveMany.path, batches, ids };
}
