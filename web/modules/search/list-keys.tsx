import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { filterPanelId } from "./filter-panel.tsx";
import { type ListState, listPath } from "./list-address.ts";

const storageKey = "list-keys";
const off = "off";

export function ListKeys({ state }: { state: ListState }) {
  const navigate = useNavigate();
  const [isOn, setIsOn] = useState(true);
  useEffect(() => setIsOn(read() !== off), []);

  useEffect(() => {
    if (!isOn) return;
    const actions: Record<string, () => void> = {
      j: () => focusRow(1),
      k: () => focusRow(-1),
      a: () => findRow()?.querySelector<HTMLElement>("a.btn")?.click(),
      g() {
        const { view, ...list } = state;
        void navigate(listPath(view ? list : { ...list, view: "grid" }), { replace: true });
      },
      f: focusFilters,
    };
    function press(event: KeyboardEvent) {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof Element && target.closest("input, textarea, select, dialog")) return;
      const action = Object.hasOwn(actions, key) ? actions[key] : undefined;
      if (!action) return;
      event.preventDefault();
      action();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isOn, navigate, state]);

  function toggle() {
    setIsOn(!isOn);
    write(isOn ? off : "");
  }

  return (
    <p className="mt-6 text-sm text-base-content/80 max-md:hidden">
      {isOn && "Keys: / search · j k row · Enter open · a purchase · g list or grid · f filters. "}
      <button type="button" className="link min-h-6" onClick={toggle}>
        {isOn ? "Switch the keys off" : "Switch the keys of lists on"}
      </button>
    </p>
  );
}

const findRows = () => [...document.querySelectorAll<HTMLElement>("ul[aria-label=Parts] > li")];
const findRow = () => findRows().find((row) => row.contains(document.activeElement));

function focusRow(step: 1 | -1): void {
  const rows = findRows();
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  rows[at === -1 ? 0 : at + step]?.querySelector<HTMLElement>("a:not(.btn)")?.focus();
}

function focusFilters(): void {
  const panel = document.getElementById(filterPanelId);
  if (!panel) return;
  if (!panel.checkVisibility()) panel.showPopover();
  panel.querySelector<HTMLElement>("fieldset a")?.focus();
}

function read(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function write(value: string): void {
  try {
    localStorage.setItem(storageKey, value);
  } catch {}
}
