// Who is signed in in this browser: one answer for all pages, kept in the query cache.
//
//   useSession()      {user, failure, retry}; user is undefined while authentication loads (and
//                     when it could not be asked: failure says why), null for nobody
//   usePerson()       in guards.tsx: the person, on a page that is for signed-in people
//   signedInAs(user)  after a call that opened a session
//   finishSignIn(user) registers with the server, keeps the access token (see complete-sign-in.tsx)
//   signOut(leaveTo?) ends the session, here and in every open tab
//   forgetSession(leaveTo?) the person left, and the server knows
//
// A guarded page that is open when the session ends goes to `leaveTo`, of this or of its route (see
// router.tsx), else to /login and back here afterwards. When a call is refused as nobody's, or another tab signs in or out, the server
// is asked who is there: only its answer ends the session here.
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { userCalls } from "#contract/customers.ts";
import { identityCalls, type Person } from "#contract/identity.ts";
import { readToken, removeToken, storeToken } from "#web/app/access-token.ts";
import { call } from "#web/app/call.ts";
import { deleteAllDrafts } from "#web/app/drafts.ts";
import { publicTopics } from "#web/app/live-updates.ts";

export type Session = { user: Person | null; leaveTo?: string | undefined };

const queryKey = ["session"];

/** The cache of this browser; the server renders for nobody and has none. */
let cache: QueryClient | undefined;

export function setSessionCache(client: QueryClient): void {
  cache = client;
  let before: string | undefined;
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "updated" || query.queryKey[0] !== queryKey[0]) return;
    const session = query.state.data as Session | undefined;
    if (!session) return;
    if (before && before !== session.user?._id) clearPrivateData();
    before = session.user?._id;
  });
}

export function sessionQuery() {
  return queryOptions({ queryKey, queryFn: ({ signal }) => askSession(signal) });
}

export function useSession() {
  const { data, error, refetch } = useQuery(sessionQuery());
  return {
    user: data?.user,
    leaveTo: data?.leaveTo,
    failure: data ? null : error,
    retry: () => void refetch(),
  };
}

async function askSession(signal: AbortSignal): Promise<Session> {
  const token = readToken();
  const user = await whoIsThere(signal);
  // The token was lost; the calls that need one get it again.
  if (user && !token) await register(user).catch(() => {});
  return { user };
}

async function whoIsThere(signal?: AbortSignal): Promise<Person | null> {
  const token = readToken();
  const { user } = await call(identityCalls.session, {}, signal);
  // Unless another tab has signed in meanwhile.
  if (!user && readToken() === token) removeToken();
  return user;
}

/** Whether it is still the same person's, as the server says. */
export async function verifySession(): Promise<boolean> {
  const before = readSession()?.user?._id;
  const user = await whoIsThere();
  // A call that was made before the person left says nothing of who came since.
  if (readSession()?.user?._id !== before) return false;
  if (user?._id !== before) become({ user });
  return !!user && user._id === before;
}

async function register({ email }: Person): Promise<void> {
  const { token } = await call(userCalls.register, { params: { email }, body: { email } });
  storeToken(token);
}

export function readSession(): Session | undefined {
  return cache?.getQueryData<Session>(queryKey);
}

export function refreshSession(): void {
  void cache?.invalidateQueries({ queryKey });
}

/** The one that is kept is dead; where it cannot be replaced now, the cookie is enough. */
export function renewToken(): void {
  const user = readSession()?.user;
  if (user) register(user).catch(() => {});
}

export function setSignedIn(user: Person): void {
  become({ user });
}

export async function finishSignIn(user: Person): Promise<void> {
  await register(user);
  become({ user });
}

export async function signOut(leaveTo?: string): Promise<void> {
  await call(identityCalls.signOut, {});
  clearSession(leaveTo);
}

export function clearSession(leaveTo?: string): void {
  removeToken();
  deleteAllDrafts();
  become({ user: null, leaveTo });
}

function become(session: Session): void {
  // An answer that is still on its way tells of the time before.
  void cache?.cancelQueries({ queryKey });
  cache?.setQueryData<Session>(queryKey, session);
}

/** Whoever comes next must not see it. */
function clearPrivateData(): void {
  const known: readonly unknown[] = [...publicTopics, ...queryKey];
  cache?.removeQueries({
    predicate: ({ queryKey: [topic], meta }) => meta?.isPrivate === true || !known.includes(topic),
  });
  cache?.getMutationCache().clear();
}
