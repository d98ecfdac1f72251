import { useState } from "react";
import { showOnShelf } from "../shelf.tsx";
import { type Selection, useSelection } from "./use-selection.ts";

export const mostSelected = 10_000;
const perPage = 100;

type Item = { _id: string };
type ListPage<Row> = (page: { limit: number; after?: string }, last?: Row) => Promise<Row[]>;

export type RowSelection = Omit<Selection, "chosen"> & { chosen: ReadonlySet<string> };

/**
 * Across pages by fetching all that match, so that what is done is done to rows that were listed,
 * not to those that have come since.
 */
export function useCollectedSelection<Row extends Item>(
  loaded: readonly Row[],
  list: ListPage<Row>,
): { selection: RowSelection; rows: Row[] } {
  const selection = useSelection(0);
  const [known, setKnown] = useState<ReadonlyMap<string, Row>>(new Map());
  const chosen = selection.chosen === "all" ? new Set<string>() : selection.chosen;
  const remember = (rows: readonly Row[]) =>
    setKnown((before) => new Map([...before, ...rows.map((row) => [row._id, row] as const)]));

  async function chooseAll() {
    const found = await collect(list).catch((error: Error) => showOnShelf(error.message));
    if (!found) return;
    remember(found);
    selection.chooseThese(
      found.map(({ _id }) => _id),
      true,
    );
    if (found.length === mostSelected) {
      showOnShelf(
        `The first ${mostSelected.toLocaleString("en-US")} are selected: then the others.`,
      );
    }
  }

  const present = new Map(loaded.map((row) => [row._id, row]));
  return {
    rows: [...chosen].flatMap((id) => present.get(id) ?? known.get(id) ?? []),
    selection: {
      chosen,
      count: chosen.size,
      has: selection.has,
      toggle(id, shown) {
        remember(loaded);
        selection.toggle(id, shown);
      },
      chooseThese(ids, isChosen) {
        remember(loaded);
        selection.chooseThese(ids, isChosen);
      },
      chooseAll: () => void chooseAll(),
      clear() {
        setKnown(new Map());
        selection.clear();
      },
    },
  };
}

async function collect<Row extends Item>(list: ListPage<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let isLast = false; !isLast && rows.length < mostSelected; ) {
    const last = rows.at(-1);
    const found = await list({ limit: perPage, ...(last && { after: last._id }) }, last);
    rows.push(...found);
    isLast = found.length < perPage;
  }
  return rows.slice(0, mostSelected);
}
