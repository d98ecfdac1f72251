import { type RefObject, useEffect } from "react";

type Keys = {
  list: RefObject<HTMLElement | null>;
  isOn: boolean;
  open: ((id: string) => void) | undefined;
  /** By Enter; otherwise that opens. */
  peek?: ((id: string) => void) | undefined;
  isEdited: boolean;
  select?: Record<"one" | "until", (id: string) => void> & { all: () => void };
  more: Record<string, () => void>;
  help: () => void;
};

const typing = "input:not([type=checkbox]), textarea, select, dialog, [contenteditable], [popover]";

export function useListKeys(keys: Keys): void {
  useEffect(() => {
    if (!keys.isOn) return;
    function press(event: KeyboardEvent) {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
      if (target.closest(typing)) return;
      const act = actionsAt(target, keys)[key];
      if (!act) return;
      event.preventDefault();
      // The search of the whole shop has the same key.
      event.stopPropagation();
      act();
    }
    document.addEventListener("keydown", press, { capture: true });
    return () => document.removeEventListener("keydown", press, { capture: true });
  });
}

type Actions = Record<string, () => void>;

function actionsAt(target: Element, keys: Keys): Actions {
  const { list, open, peek = open, isEdited, select, more, help } = keys;
  const row = target.closest<HTMLElement>("[data-row]");
  const id = row?.dataset.row;
  const move = (by: 1 | -1) => () => moveFocus(list.current, row, by);
  const always: Actions = {
    j: move(1),
    k: move(-1),
    "?": help,
    ...more,
    ...(select && { a: select.all }),
    "/": () => list.current?.querySelector<HTMLElement>("[type=search]")?.focus(),
  };
  if (!row || !id) return always;
  const edit = (cell: string) => () => row.querySelector<HTMLElement>(`${cell} button`)?.click();
  return {
    ...always,
    ...(open && { o: () => open(id) }),
    ...(isEdited && {
      e: edit("[data-edit]"),
      p: edit("[data-edit=price]"),
      s: edit("[data-edit=stock]"),
    }),
    ...(select && { x: () => select.one(id), X: () => select.until(id) }),
    // Buttons and links in the row have these keys themselves.
    ...(target === row && { ArrowDown: move(1), ArrowUp: move(-1) }),
    ...(target === row && peek && { Enter: () => peek(id) }),
    ...more,
  };
}

function moveFocus(list: HTMLElement | null, from: HTMLElement | null, by: 1 | -1): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  const at = from ? rows.indexOf(from) + by : 0;
  const next = rows[Math.min(Math.max(at, 0), rows.length - 1)];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
