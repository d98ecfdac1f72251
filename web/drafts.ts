// What somebody is writing, kept in this tab until it is saved: a session may end meanwhile. It is
// theirs alone, and gone when they sign out.
const prefix = "draft:";

type Draft = { of: string; texts: Record<string, string> };

export function keepDraft(form: string, of: string, texts: Draft["texts"]): void {
  try {
    const draft: Draft = { of, texts };
    sessionStorage.setItem(prefix + form, JSON.stringify(draft));
  } catch {}
}

/** Nothing where there is none, or somebody else's. */
export function readDraft(form: string, of: string): Draft["texts"] {
  try {
    const draft: Draft | null = JSON.parse(sessionStorage.getItem(prefix + form) ?? "null");
    return draft?.of === of ? draft.texts : {};
  } catch {
    return {};
  }
}

export function dropDraft(form: string): void {
  try {
    sessionStorage.removeItem(prefix + form);
  } catch {}
}

export function dropDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix)) sessionStorage.removeItem(key);
    }
  } catch {}
}
