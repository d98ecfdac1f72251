import { useSyncExternalStore } from "react";
import { readDraft, saveDraft } from "#web/app/forms.ts";

type Pasted = { text: string; lookedUp: string };

const form = "pasted-list";
const anyone = "";
const nothing: Pasted = { text: "", lookedUp: "" };
/** Where this tab stores nothing. */
let unstored: Pasted | undefined;
let latest = nothing;
const listeners = new Set<() => void>();

export function keepPasted(pasted: Pasted): void {
  saveDraft(form, anyone, pasted);
  unstored = isSame(readStored(), pasted) ? undefined : pasted;
  for (const listener of listeners) listener();
}

export function usePasted(): Pasted {
  return useSyncExternalStore(subscribe, read, () => nothing);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): Pasted {
  const now = unstored ?? readStored();
  // The same object as long as nothing changed, as React asks for.
  if (!isSame(now, latest)) latest = now;
  return latest;
}

function readStored(): Pasted {
  return { ...nothing, ...readDraft(form, anyone) };
}

function isSame(one: Pasted, other: Pasted): boolean {
  return one.text === other.text && one.lookedUp === other.lookedUp;
}
