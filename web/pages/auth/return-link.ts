// Where a person was heading who forgot their password: kept in this tab while they read the
// letter, whose link does not know it.
import { safePath } from "#contract/rules/safe-path.ts";

const key = "wayBack";

export function saveReturnLink(from: string | undefined): void {
  try {
    if (from) sessionStorage.setItem(key, from);
    else sessionStorage.removeItem(key);
  } catch {}
}

export function readReturnLink(): string | undefined {
  try {
    return safePath(sessionStorage.getItem(key));
  } catch {
    return undefined;
  }
}

/** Good for one way. */
export function takeReturnLink(): string | undefined {
  const from = readReturnLink();
  saveReturnLink(undefined);
  return from;
}
