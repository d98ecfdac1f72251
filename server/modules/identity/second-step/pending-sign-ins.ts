// Sign-ins whose first step is done. They wait for the second one in the browser that began them.
import { and, eq, sql } from "drizzle-orm";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import { cookieName, makeCookie, makeExpiredCookie } from "#server/platform/http/cookies.ts";
import { pendingSignIns } from "../tables.ts";
import { hashToken, newToken } from "../tokens.ts";

const cookie = "sign-in";
const lifetimeSeconds = 600;

export const tooLate = refuse(
  "not-signed-in",
  "This sign-in took too long, or was finished already. Please sign in again.",
);

type PendingContext = Pick<Context, "origin"> & { db: Queries };

export async function addPendingSignIn(
  { db, origin }: PendingContext,
  caller: Caller,
  userId: string,
  passwordHash?: string,
): Promise<boolean> {
  const token = newToken();
  const isCurrent = passwordHash === undefined ? sql`true` : sql`password_hash = ${passwordHash}`;
  const added = await queryRows(
    db,
    sql`
    insert into pending_sign_ins (token_hash, user_id, expires_at)
    select ${hashToken(token)}, id, now() + make_interval(secs => ${lifetimeSeconds})
    from users where id = ${userId} and ${isCurrent} for share
    returning user_id`,
  );
  if (added.length === 0) return false;
  caller.setCookie(makeCookie(origin, cookie, token, lifetimeSeconds));
  return true;
}

export async function findPendingSignIn(
  { db, origin }: PendingContext,
  caller: Caller,
): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: pendingSignIns.userId })
    .from(pendingSignIns)
    .where(isOpen(origin, caller));
  return row?.userId;
}

/** True for only one of several concurrent callers. */
export async function consumePendingSignIn(
  { db, origin }: PendingContext,
  caller: Caller,
): Promise<boolean> {
  const used = await db
    .delete(pendingSignIns)
    .where(isOpen(origin, caller))
    .returning({ userId: pendingSignIns.userId });
  caller.setCookie(makeExpiredCookie(origin, cookie));
  return used.length > 0;
}

function isOpen(origin: string, caller: Caller) {
  const token = caller.cookie(cookieName(origin, cookie)) ?? "";
  return and(
    eq(pendingSignIns.tokenHash, hashToken(token)),
    sql`${pendingSignIns.expiresAt} > now()`,
  );
}
