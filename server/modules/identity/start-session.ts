import type { Queries } from "#server/platform/database/connect.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import type { IdentityContext } from "./context.ts";
import { cookieName, daySeconds, makeCookie, makeExpiredCookie } from "./cookies.ts";
import { addSession, endSessionByToken, maxSessionDays } from "./sessions.ts";

export const sessionCookie = "session";

/**
 * Signs a browser in: always a session and a token of its own, never one that it brought along.
 * False when what proved the person is not their password any more.
 */
export async function startSession(
  context: Pick<IdentityContext, "origin"> & { db: Queries },
  caller: Caller,
  userId: string,
  provenBy?: string,
): Promise<boolean> {
  const token = await addSession(context.db, userId, caller, provenBy);
  if (!token) return false;
  const former = caller.cookie(cookieName(context.origin, sessionCookie));
  if (former) await endSessionByToken(context.db, former);
  setSessionCookie(context, caller, token);
  return true;
}

/** As long as the longest session: when this one ends is for the server to say. */
export function setSessionCookie(
  { origin }: Pick<IdentityContext, "origin">,
  caller: Caller,
  token: string,
): void {
  caller.setCookie(makeCookie(origin, sessionCookie, token, maxSessionDays * daySeconds));
}

export function clearSessionCookie(
  { origin }: Pick<IdentityContext, "origin">,
  caller: Caller,
): void {
  caller.setCookie(makeExpiredCookie(origin, sessionCookie));
}
