import type { Context } from "#server/context.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import {
  cookieName,
  daySeconds,
  makeCookie,
  makeExpiredCookie,
} from "#server/platform/http/cookies.ts";
import { addSession, endSessionByToken, maxSessionDays, type Proof } from "./sessions.ts";

export const sessionCookie = "session";

type Origin = Pick<Context, "origin">;

/**
 * Never continues a session that the browser brought along. False if `passwordHash` is given and
 * is no longer the person's.
 */
export async function startSession(
  context: Origin & { db: Queries },
  caller: Caller,
  userId: string,
  proof: Proof = {},
): Promise<boolean> {
  const token = await addSession(context.db, userId, caller, proof);
  if (!token) return false;
  const former = caller.cookie(cookieName(context.origin, sessionCookie));
  if (former) await endSessionByToken(context.db, former);
  setSessionCookie(context, caller, token);
  return true;
}

export function setSessionCookie({ origin }: Origin, caller: Caller, token: string): void {
  caller.setCookie(makeCookie(origin, sessionCookie, token, maxSessionDays * daySeconds));
}

export function clearSessionCookie({ origin }: Origin, caller: Caller): void {
  caller.setCookie(makeExpiredCookie(origin, sessionCookie));
}
