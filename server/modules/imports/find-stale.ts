import type { Queries } from "#server/platform/database/connect.ts";
import {
  type Cells,
  hasSameValues,
  type ImportKind,
  type LineChange,
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
  return changes.flatMap(({ line, before, after }, at) => {
    const now = present[at];
    const isSame = before && now ? hasSameValues(kind, now, before) : before === now;
    if (isSame) return [];
    return { line, what: describeStale(before ?? after ?? {}, before, now) };
  });
}

function describeStale(columns: Cells, before: Cells | undefined, now: Cells | undefined): string {
  if (!now) return "It is not there any more";
  if (!before) return "It has been added meanwhile";
  const changed = Object.keys(columns).filter((name) => before[name] !== now[name]);
  return changed
    .map((name) => `The ${name} was ${shown(before[name])}, and is ${shown(now[name])} now`)
    .join(". ");
}

const shown = (text = "") => (text === "" ? "empty" : text.slice(0, 60));
