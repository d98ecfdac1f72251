// In the URL, or in the tab's storage during a password reset.
import { safePath } from "#contract/rules/safe-path.ts";
import { useQueryParam } from "#web/app/use-query-param.ts";

export function useReturnLink(): string | undefined {
  return safePath(useQueryParam("from"));
}

export function withReturnLink(path: string, from: string | undefined): string {
  return from ? `${path}?from=${encodeURIComponent(from)}` : path;
}

const key = "returnLink";

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

export function takeReturnLink(): string | undefined {
  const from = readReturnLink();
  saveReturnLink(undefined);
  return from;
}
