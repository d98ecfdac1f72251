import { useEffect, useEffectEvent } from "react";
import type { ListColumn } from "./list-column.ts";
import type { ListView } from "./use-list-view.ts";

export type ColumnChoice = {
  /** Whether each optional column is shown. */
  shownByName: Map<string, boolean>;
  toggle: (name: string) => void;
  /** Names of those that are other than at first. */
  changed: string[];
  remember: (changed: string[]) => void;
};

type Address = Pick<ListView<never>, "columns" | "change">;

/** In the address, and remembered for the next visit. */
export function useColumns<Row>(
  list: string,
  columns: readonly ListColumn<Row>[],
  { columns: inAddress, change }: Address,
) {
  const optional = columns.filter(({ choice }) => choice !== undefined);
  const names = new Set(optional.map(({ name }) => name));
  const changed = (inAddress ?? []).filter((name) => names.has(name));
  const isShown = ({ name, choice }: ListColumn<Row>) =>
    choice === undefined || changed.includes(name) === (choice === "hidden");
  const remember = (next: string[]) => writeChanged(list, next);

  const restore = useEffectEvent(() => {
    const kept = readChanged(list).filter((name) => names.has(name));
    if (inAddress === undefined && kept.length > 0) change({ columns: kept }, { replace: true });
  });
  const isSilent = inAddress === undefined;
  useEffect(() => {
    if (isSilent) restore();
  }, [isSilent]);

  const choice: ColumnChoice = {
    changed,
    remember,
    shownByName: new Map(optional.map((column) => [column.name, isShown(column)])),
    toggle(name) {
      const isChanged = changed.includes(name);
      const next = isChanged ? changed.filter((each) => each !== name) : [...changed, name];
      remember(next);
      change({ columns: next }, { replace: true });
    },
  };
  const lost = (inAddress ?? []).filter((name) => !names.has(name));
  return { shown: columns.filter(isShown), choice, lost };
}

const storageKey = (list: string) => `columns:${list}`;

// Access throws where storage is blocked.
function readChanged(list: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(list)) ?? "[]");
    return Array.isArray(stored) ? stored.map(String) : [];
  } catch {
    return [];
  }
}

function writeChanged(list: string, names: string[]): void {
  try {
    localStorage.setItem(storageKey(list), JSON.stringify(names));
  } catch {}
}
