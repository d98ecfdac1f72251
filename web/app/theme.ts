// Follows the system until a theme is chosen, in every open tab.
import { useSyncExternalStore } from "react";
import { themeKey, themes } from "#contract/pages/first-paint.ts";

export type ThemeChoice = "system" | keyof typeof themes;

const listeners = new Set<() => void>();
/** Used where storage is blocked. */
let chosen: ThemeChoice = "system";

export function useTheme(): ThemeChoice {
  return useSyncExternalStore(subscribe, readChoice, () => "system");
}

export function chooseTheme(choice: ThemeChoice): void {
  chosen = choice;
  try {
    if (choice === "system") localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, choice);
  } catch {}
  show();
}

function readChoice(): ThemeChoice {
  try {
    const kept = localStorage.getItem(themeKey);
    return kept === "light" || kept === "dark" ? kept : "system";
  } catch {
    return chosen;
  }
}

function show(): void {
  const choice = readChoice();
  const { dataset } = document.documentElement;
  if (choice === "system") delete dataset.theme;
  else dataset.theme = themes[choice].name;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    const own = meta.media.includes("dark") ? "dark" : "light";
    meta.content = themes[choice === "system" ? own : choice].ground;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    addEventListener("storage", hearOtherTab);
    addEventListener("pageshow", hearReturn);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener("storage", hearOtherTab);
    removeEventListener("pageshow", hearReturn);
  };
}

function hearOtherTab({ key }: StorageEvent): void {
  if (key === themeKey || key === null) show();
}

/** A page restored from the back/forward cache missed earlier events. */
function hearReturn({ persisted }: PageTransitionEvent): void {
  if (persisted) show();
}
