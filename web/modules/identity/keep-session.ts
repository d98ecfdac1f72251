// Keeps what the browser believes of the session true, from whatever side it changes.
import type { QueryClient } from "@tanstack/react-query";
import { noteBack, onTokenElsewhere } from "#web/app/access-token.ts";
import { standsBehind } from "#web/app/call.ts";
import { showRole } from "#web/app/role.ts";
import {
  askAgain,
  currentSession,
  keepIn,
  renewToken,
  type Session,
  sessionLives,
} from "./session.ts";

/** `onPerson`: somebody else is signed in now, or the same with other rights. */
export function keepSession(client: QueryClient, onPerson: () => void): void {
  keepIn(client);
  standsBehind({ lives: sessionLives, renewToken });
  // A token that is gone proves nothing: it may have been dead, or never have been kept.
  onTokenElsewhere(askAgain);

  let known = "";
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    const { queryKey, state } = event.query;
    // What the session said, the answer to the question of its own corrects.
    if (queryKey[0] === "admin" && queryKey[1] === currentSession()?.user?.email) {
      showRole(state.data ? "admin" : "customer");
    }
    if (queryKey[0] !== "session") return;
    const session = state.data as Session;
    const { user } = session;
    noteBack();
    // What the first paint guessed from the token; from here on it is known.
    if (user) document.documentElement.dataset.session = "in";
    else delete document.documentElement.dataset.session;
    showRole(user ? (user.role ?? "customer") : undefined);
    const now = `${user?._id} ${user?.role}`;
    if (known && known !== now) onPerson();
    known = now;
  });
}
