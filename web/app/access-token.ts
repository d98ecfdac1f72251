// The access token of the session, as the browser keeps it. A browser may refuse to keep
// anything; the session's cookie is enough then.
import { accessTokenKey, pendingSignInKey } from "#contract/pages/first-paint.ts";

export function readToken(): string | null {
  try {
    return localStorage.getItem(accessTokenKey);
  } catch {
    return null;
  }
}

export function storeToken(token: string): void {
  try {
    localStorage.setItem(accessTokenKey, token);
  } catch {}
}

export function removeToken(): void {
  try {
    localStorage.removeItem(accessTokenKey);
  } catch {}
}

/** The person goes to sign in elsewhere; until it is known how that went, it is believed in. */
export function markSignInPending(): void {
  try {
    sessionStorage.setItem(pendingSignInKey, "yes");
  } catch {}
}

export function clearPendingSignIn(): void {
  try {
    sessionStorage.removeItem(pendingSignInKey);
  } catch {}
}

/** When another tab signs in or out: its token came, changed or went. */
export function onTokenChangedInOtherTab(listener: () => void): void {
  addEventListener("storage", ({ key }) => {
    if (key === accessTokenKey || key === null) listener();
  });
  // A page that comes back from the browser's memory heard nothing while it was there.
  addEventListener("pageshow", ({ persisted }) => persisted && listener());
}
