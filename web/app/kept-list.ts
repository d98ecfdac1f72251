import { useSyncExternalStore } from "react";

export type KeptList = {
  read(): readonly string[];
  write(next: readonly string[]): void;
  subscribe(listener: () => void): () => void;
};

const none: readonly string[] = [];

export function keepList(key: string): KeptList {
  const listeners = new Set<() => void>();
  let text: string | null = null;
  let list = none;

  return {
    read() {
      try {
        const stored = localStorage.getItem(key);
        if (stored !== text) list = parse(stored);
        text = stored;
      } catch {
        // Browsers may refuse to.
      }
      return list;
    },
    write(next) {
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        list = next;
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      const hear = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener();
      };
      listeners.add(listener);
      addEventListener("storage", hear);
      return () => {
        listeners.delete(listener);
        removeEventListener("storage", hear);
      };
    },
  };
}

/** Empty on the server, and in the browser until the page is hydrated. */
export function useKeptList({ subscribe, read }: KeptList): readonly string[] {
  return useSyncExternalStore(subscribe, read, () => none);
}

function parse(stored: string | null): readonly string[] {
  if (stored === null) return none;
  const parsed: unknown = JSON.parse(stored);
  return Array.isArray(parsed) ? parsed.filter((each) => typeof each === "string") : none;
}
