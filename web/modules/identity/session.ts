// Undefined while unknown, null for nobody. After a 401 the server is asked, and only its answer ends the session here.
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { userCalls } from "#contract/customers.ts";
import { identityCalls, type Person } from "#contract/identity.ts";
import { readToken, removeToken, storeToken } from "#web/app/access-token.ts";
import { call } from "#web/app/call.ts";
import { deleteAllDrafts } from "#web/app/forms.ts";

export type Session = { user: Person | null; leaveTo?: string | undefined };

const queryKey = ["session"];

/** The server renders for nobody and has none. */
let cache: QueryClient | undefined;

export function setSessionCache(client: QueryClient): void {
  cache = client;
  let known: string | undefined;
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "updated" || query.queryKey[0] !== queryKey[0]) return;
    const session = query.state.data as Session | undefined;
    if (!session) return;
    if (known && known !== session.user?._id) clearPrivateData();
    known = session.user?._id;
  });
}

export function sessionQuery() {
  return queryOptions({ queryKey, queryFn: ({ signal }) => fetchSession(signal) });
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

async function fetchSession(signal: AbortSignal): Promise<Session> {
  const token = readToken();
  const user = await fetchPerson(signal);
  // The token was lost; calls that need one get a new one.
  if (user && !token) await register(user).catch(() => {});
  return { user };
}

async function fetchPerson(signal?: AbortSignal): Promise<Person | null> {
  const token = readToken();
  const { user } = await call(identityCalls.session, {}, signal);
  // Unless another tab has signed in meanwhile.
  if (!user && readToken() === token) removeToken();
  return user;
}

export async function verifySession(): Promise<boolean> {
  const known = readSession()?.user?._id;
  const user = await fetchPerson();
  // A call made before the person left says nothing of the next one.
  if (readSession()?.user?._id !== known) return false;
  if (user?._id !== known) setSession({ user });
  return !!user && user._id === known;
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

/** Where the token cannot be replaced, the cookie is enough. */
export function renewToken(): void {
  const user = readSession()?.user;
  if (user) register(user).catch(() => {});
}

export function setSignedIn(user: Person): void {
  setSession({ user });
}

export async function finishSignIn(user: Person): Promise<void> {
  await register(user);
  setSession({ user });
}

export async function signOut(leaveTo?: string): Promise<void> {
  await call(identityCalls.signOut, {});
  clearSession(leaveTo);
}

export function clearSession(leaveTo?: string): void {
  removeToken();
  deleteAllDrafts();
  setSession({ user: null, leaveTo });
}

function setSession(session: Session): void {
  // A response still on its way describes the time before.
  void cache?.cancelQueries({ queryKey });
  cache?.setQueryData<Session>(queryKey, session);
}

/** Queries that the next person may see. */
const publicKeys: readonly unknown[] = ["parts", "reviews", ...queryKey];

function clearPrivateData(): void {
  cache?.removeQueries({
    predicate: ({ queryKey: [topic], meta }) =>
      meta?.isPrivate === true || !publicKeys.includes(topic),
  });
  cache?.getMutationCache().clear();
}
