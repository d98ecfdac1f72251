import type { Queries } from "#server/platform/database/connect.ts";
import {
  type Cells,
  type ImportKind,
  type LineChange,
  listValues,
  type Unwritten,
} from "./import-kind.ts";

/** One import is written at a time. */
export const writeLock = 7_215_017;

export async function findStale(
  tx: Queries,
  kind: ImportKind,
  changes: readonly LineChange[],
): Promise<Unwritten[]> {
  const present = await kind.findPresent(tx, changes);
  return changes.flatMap(({ line, before }, at) => {
    const now = present[at];
    if (!before && !now) return [];
    if (!now) return { line, what: "It is not there any more" };
    if (!before) return { line, what: "It has been added meanwhile" };
    const changed = listValues(kind.keys, before).filter((name) => {
      const [was = "", is = ""] = [before[name], now[name]];
      return was !== is && !kind.isSameStored?.(name, was, is);
    });
    return changed.length === 0 ? [] : { line, what: describeStale(changed, before, now) };
  });
}

function describeStale(changed: readonly string[], before: Cells, now: Cells): string {
  return changed
    .map((name) => `The ${name} was ${shown(before[name])}, and is ${shown(now[name])} now`)
    .join(". ");
}

const shown = (text = "") => (text === "" ? "empty" : text.slice(0, 60));
