// Keeps what the browser believes of the session true, from whatever side it changes.
import type { QueryClient } from "@tanstack/react-query";
import { clearPendingSignIn, onTokenChangedInOtherTab } from "#web/app/access-token.ts";
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

/** `onPerson`: somebody else is signed in now, or the same with other rights. */
export function syncSession(client: QueryClient, onPerson: () => void): void {
  setSessionCache(client);
  setSessionHooks({ lives: verifySession, renewToken });
  // A token that is gone proves nothing: it may have been dead, or never have been kept.
  onTokenChangedInOtherTab(refreshSession);

  let known = "";
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    const { queryKey, state } = event.query;
    // What the session said, the answer to the question of its own corrects.
    if (queryKey[0] === "admin" && queryKey[1] === readSession()?.user?.email) {
      showRole(state.data ? "admin" : "customer");
    }
    if (queryKey[0] !== "session") return;
    const session = state.data as Session;
    const { user } = session;
    clearPendingSignIn();
    // What the first paint guessed from the token; from here on it is known.
    if (user) document.documentElement.dataset.session = "in";
    else delete document.documentElement.dataset.session;
    showRole(user ? (user.role ?? "customer") : undefined);
    const now = `${user?._id} ${user?.role}`;
    if (known && known !== now) onPerson();
    known = now;
  });
}
