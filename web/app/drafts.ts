// What somebody is writing, kept until it is saved: a session may end meanwhile. It is theirs alone,
// and gone when they sign out. Kept in this tab, unless it must be known in all of them.
const prefix = "draft:";

type Draft = { of: string; texts: Record<string, string> };
type Kept = "this tab" | "all tabs";

// To ask for a storage is refused where a browser keeps nothing.
const storage = (kept: Kept) => (kept === "all tabs" ? localStorage : sessionStorage);

export function saveDraft(
  form: string,
  of: string,
  texts: Draft["texts"],
  kept: Kept = "this tab",
): void {
  try {
    const draft: Draft = { of, texts };
    storage(kept).setItem(prefix + form, JSON.stringify(draft));
  } catch {}
}

/** Nothing where there is none, or somebody else's. */
export function readDraft(form: string, of: string, kept: Kept = "this tab"): Draft["texts"] {
  try {
    const draft: Draft | null = JSON.parse(storage(kept).getItem(prefix + form) ?? "null");
    return draft?.of === of ? draft.texts : {};
  } catch {
    return {};
  }
}

export function deleteDraft(form: string, kept: Kept = "this tab"): void {
  try {
    storage(kept).removeItem(prefix + form);
  } catch {}
}

export function deleteAllDrafts(): void {
  for (const kept of ["this tab", "all tabs"] as const) {
    try {
      for (const key of Object.keys(storage(kept))) {
        if (key.startsWith(prefix)) storage(kept).removeItem(key);
      }
    } catch {}
  }
}
