import type { ImportKindName, ImportState } from "#contract/imports.ts";

export const kindNames: Record<ImportKindName, string> = { prices: "Prices" };

/** The columns of each kind, as the page says them; the first lines of an example. */
export const kindHints: Record<ImportKindName, string> = {
  prices: "Columns: part, price. “19,99” is understood as 19.99.",
};

export const stateNames: Record<ImportState, string> = {
  checking: "Being checked",
  checked: "Checked, not applied",
  applying: "Being applied",
  applied: "Applied",
  undoing: "Being undone",
  undone: "Undone",
};

export const plural = (count: number, one: string, more = `${one}s`) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString(navigator.language)} ${more}`;
