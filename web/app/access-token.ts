// Browsers may refuse storage; the session cookie is enough then.
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

export function onTokenChangedInOtherTab(listener: () => void): void {
  addEventListener("storage", ({ key }) => {
    if (key === accessTokenKey || key === null) listener();
  });
  // A page restored from the back/forward cache missed earlier events.
  addEventListener("pageshow", ({ persisted }) => persisted && listener());
}
