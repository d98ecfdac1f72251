import { useState } from "react";
import type { ListColumn } from "./list-column.ts";

export type ColumnChoice = {
  choices: Map<string, boolean>;
  toggle: (name: string) => void;
};

export function useColumns<Row>(list: string, columns: readonly ListColumn<Row>[]) {
  const [changed, setChanged] = useState(() => readChanged(list));
  const isShown = ({ name, choice }: ListColumn<Row>) =>
    choice === undefined || changed.includes(name) === (choice === "hidden");
  const optional = columns.filter(({ choice }) => choice !== undefined);
  const choice: ColumnChoice = {
    choices: new Map(optional.map((column) => [column.name, isShown(column)])),
    toggle(name) {
      const next = changed.includes(name)
        ? changed.filter((each) => each !== name)
        : [...changed, name];
      setChanged(next);
      writeChanged(list, next);
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
