import { useQueryClient } from "@tanstack/react-query";
import type { Return } from "#contract/returns.ts";
import { formatCount } from "#web/app/format.tsx";
import { BulkBar, BulkButton } from "#web/ui/list/bulk-bar.tsx";
import type { Selection } from "#web/ui/list/use-selection.ts";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { receiveReturns } from "./calls.ts";

const countReturns = (count: number) =>
  count === 1 ? "1 return" : `${formatCount(count)} returns`;

type Props = { selection: Selection; shown: readonly Return[] };

/** What came is counted with each return; here it is all of what was to come. */
export function BulkReturns({ selection, shown }: Props) {
  const client = useQueryClient();
  const { chosen, count, clear } = selection;
  if (count === 0 || chosen === "all") return null;
  const selected = shown.filter(({ _id }) => chosen.has(_id));
  const coming = selected.filter(({ state }) => state === "approved");
  const pieces = coming
    .flatMap(({ lines }) => lines)
    .reduce((sum, { quantity }) => sum + quantity, 0);

  async function receive() {
    try {
      const { booked, left } = await receiveReturns(coming.map(({ _id }) => _id));
      clear();
      const [first] = left;
      const others = first ? ` ${countReturns(left.length)} left out: ${first.problem}` : "";
      showOnShelf(`${countReturns(booked.length)} booked as received.${others}`);
    } catch (error) {
      showOnShelf((error as Error).message);
    }
    await client.invalidateQueries({ queryKey: ["returns"] });
  }

  const text =
    coming.length === count
      ? `${countReturns(count)}, ${formatCount(pieces)} pieces`
      : `${formatCount(count)} selected, ${formatCount(coming.length)} on their way`;
  return (
    <BulkBar
      selection={{ ...selection, chooseAll: () => selection.chooseThese(ids(shown), true) }}
      text={text}
      selectAll={`Select all ${formatCount(shown.length)} shown`}
    >
      {coming.length > 0 && (
        <BulkButton onClick={receive}>All {formatCount(pieces)} pieces received</BulkButton>
      )}
    </BulkBar>
  );
}

const ids = (shown: readonly Return[]) => shown.map(({ _id }) => _id);
