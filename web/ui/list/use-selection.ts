import { useState } from "react";

export type Selection = {
  /** "all": every row that matches, fetched or not. */
  chosen: ReadonlySet<string> | "all";
  count: number;
  has: (id: string) => boolean;
  toggle: (id: string, shown: readonly string[]) => void;
  chooseThese: (ids: readonly string[], isChosen: boolean) => void;
  chooseAll: () => void;
  clear: () => void;
};

export function useSelection(matches: number): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string> | "all">(new Set<string>());
  const has = (id: string) => chosen === "all" || chosen.has(id);
  return {
    chosen,
    has,
    count: chosen === "all" ? matches : chosen.size,
    toggle(id, shown) {
      const ids = chosen === "all" ? new Set(shown) : chosen;
      setChosen(has(id) ? ids.difference(new Set([id])) : ids.union(new Set([id])));
    },
    chooseThese(these, isChosen) {
      const ids = chosen === "all" ? new Set<string>() : chosen;
      setChosen(isChosen ? ids.union(new Set(these)) : ids.difference(new Set(these)));
    },
    chooseAll: () => setChosen("all"),
    clear: () => setChosen(new Set<string>()),
  };
}
