import { useSyncExternalStore } from "react";
import { themeKey, themes } from "#contract/pages/first-paint.ts";

export type ThemeChoice = "system" | keyof typeof themes;

const listeners = new Set<() => void>();
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
  applyTheme();
}

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(themeKey);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return chosen;
  }
}

function applyTheme(): void {
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
    addEventListener("storage", onStorage);
    addEventListener("pageshow", onPageShow);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener("storage", onStorage);
    removeEventListener("pageshow", onPageShow);
  };
}

function onStorage({ key }: StorageEvent): void {
  if (key === themeKey || key === null) applyTheme();
}

/** A page restored from the back/forward cache missed earlier events. */
function onPageShow({ persisted }: PageTransitionEvent): void {
  if (persisted) applyTheme();
}
