// Keeps what the browser believes of the session true, from whatever side it changes.
import type { QueryClient } from "@tanstack/react-query";
import { noteBack, onTokenElsewhere, readToken } from "#web/access-token.ts";
import { CallRefused, renewTokenWith } from "#web/call.ts";
import {
  askAgain,
  currentSession,
  forgetSession,
  keepIn,
  renewToken,
  type Session,
} from "./session.ts";

/** `onPerson`: somebody else is signed in now, or the same with other rights. */
export function keepSession(client: QueryClient, onPerson: () => void): void {
  keepIn(client);
  renewTokenWith(renewToken);
  onTokenElsewhere(() => {
    if (readToken()) askAgain();
    else if (currentSession()?.user) forgetSession();
  });

  let known = "";
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "updated") return;
    if (query.queryKey[0] !== "session") return isOver(query.state.error);
    const session = query.state.data as Session | undefined;
    if (!session) return;
    const { user } = session;
    noteBack();
    // What the first paint guessed from the token; from here on it is known.
    if (user) document.documentElement.dataset.session = "in";
    else delete document.documentElement.dataset.session;
    const now = `${user?._id} ${user?.role}`;
    if (known && known !== now) onPerson();
    known = now;
  });
  client.getMutationCache().subscribe(({ mutation }) => isOver(mutation?.state.error));
}

/** Expired, ended from elsewhere, or the user is deleted: the next refused call tells. */
function isOver(error: unknown): void {
  if (error instanceof CallRefused && error.status === 401 && currentSession()?.user) {
    forgetSession();
  }
}
