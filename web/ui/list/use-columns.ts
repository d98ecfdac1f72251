import { useState } from "react";
import type { ListColumn } from "./list-column.ts";

export type ColumnChoice = {
  choices: Map<string, boolean>;
  toggle: (name: string) => void;
  /** Names of those that are other than at first. */
  changed: string[];
  set: (changed: string[]) => void;
};

export function useColumns<Row>(list: string, columns: readonly ListColumn<Row>[]) {
  const [changed, setChanged] = useState(() => readChanged(list));
  const isShown = ({ name, choice }: ListColumn<Row>) =>
    choice === undefined || changed.includes(name) === (choice === "hidden");
  const optional = columns.filter(({ choice }) => choice !== undefined);
  function set(next: string[]) {
    setChanged(next);
    writeChanged(list, next);
  }
  const choice: ColumnChoice = {
    ...{ changed, set },
    choices: new Map(optional.map((column) => [column.name, isShown(column)])),
    toggle(name) {
      const isChanged = changed.includes(name);
      set(isChanged ? changed.filter((each) => each !== name) : [...changed, name]);
    },
  };
  return { shown: columns.filter(isShown), choice };
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
