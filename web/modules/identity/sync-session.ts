import type { QueryClient } from "@tanstack/react-query";
import { clearPendingSignIn, onTokenChangedInOtherTab, readToken } from "#web/app/access-token.ts";
import { setSessionHooks } from "#web/app/call.ts";
import { showRole } from "#web/app/show-role.ts";
import {
  readSession,
  refreshSession,
  renewToken,
  type Session,
  setSessionCache,
  verifySession,
} from "./session.ts";

/** Called when another person is signed in, or the same one with other rights. */
export function syncSession(client: QueryClient, onPersonChange: () => void): void {
  setSessionCache(client);
  setSessionHooks({ readToken, verify: verifySession, renewToken });
  // A missing token proves nothing: it may have been dead, or never stored.
  onTokenChangedInOtherTab(refreshSession);

  let known = "";
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    const { queryKey, state } = event.query;
    // The admin check corrects what the session said.
    if (queryKey[0] === "admin" && queryKey[1] === readSession()?.user?.email) {
      showRole(state.data ? "admin" : "customer");
    }
    if (queryKey[0] !== "session") return;
    const session = state.data as Session;
    const { user } = session;
    clearPendingSignIn();
    // Replaces the guess of the first paint.
    if (user) document.documentElement.dataset.session = "in";
    else delete document.documentElement.dataset.session;
    showRole(user ? (user.role ?? "customer") : undefined);
    const now = `${user?._id} ${user?.role}`;
    if (known && known !== now) onPersonChange();
    known = now;
  });
}
