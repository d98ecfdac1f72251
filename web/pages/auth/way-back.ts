// Where a person was heading who forgot their password: kept in this tab while they read the
// letter, whose link does not know it.
import { safePath } from "#contract/safe-path.ts";

const key = "wayBack";

export function keepWayBack(from: string | undefined): void {
  try {
    if (from) sessionStorage.setItem(key, from);
    else sessionStorage.removeItem(key);
  } catch {}
}

export function readWayBack(): string | undefined {
  try {
    return safePath(sessionStorage.getItem(key));
  } catch {
    return undefined;
  }
}

/** Good for one way. */
export function takeWayBack(): string | undefined {
  const from = readWayBack();
  keepWayBack(undefined);
  return from;
}
