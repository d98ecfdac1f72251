import type { Queries } from "#server/database/connect.ts";
import type { Caller } from "#server/http/caller.ts";
import type { Shop } from "#server/shop.ts";
import { cookieName, day, endCookie, makeCookie } from "./cookies.ts";
import { addSession, endSessionOf, longestDays } from "./sessions.ts";

export const sessionCookie = "session";

/**
 * Signs a browser in: always a session and a token of its own, never one that it brought along.
 * False when what proved the person is not their password any more.
 */
export async function startSession(
  shop: Pick<Shop, "origin"> & { db: Queries },
  caller: Caller,
  userId: string,
  provenBy?: string,
): Promise<boolean> {
  const token = await addSession(shop.db, userId, caller, provenBy);
  if (!token) return false;
  const former = caller.cookie(cookieName(shop.origin, sessionCookie));
  if (former) await endSessionOf(shop.db, former);
  giveSessionCookie(shop, caller, token);
  return true;
}

/** As long as the longest session: when this one ends is for the server to say. */
export function giveSessionCookie(
  { origin }: Pick<Shop, "origin">,
  caller: Caller,
  token: string,
): void {
  caller.setCookie(makeCookie(origin, sessionCookie, token, longestDays * day));
}

export function takeSessionCookie({ origin }: Pick<Shop, "origin">, caller: Caller): void {
  caller.setCookie(endCookie(origin, sessionCookie));
}
