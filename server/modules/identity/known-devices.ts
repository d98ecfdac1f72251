// Browsers in which a person signed in with their password. Guessing by strangers must not use
// up the owner's own tries, so theirs are counted apart.
import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import { addressPrefix } from "#server/platform/rate-limits/address-prefix.ts";
import type { IdentityContext } from "./context.ts";
import { cookieName, daySeconds, makeCookie } from "./cookies.ts";
import { knownDevices } from "./tables.ts";
import { hashToken, newToken } from "./tokens.ts";

const lastsFor = 180;
/** So many of a person at most; the one not used for longest makes room. */
const mostDevices = 50;

/** Each person has a cookie of their own: several may use one browser. */
function cookieOf(email: string): string {
  return `device-${createHash("sha256").update(email).digest("hex").slice(0, 12)}`;
}
/** No user has this id. */
const nobody = "00000000-0000-0000-0000-000000000000";

export type Familiarity = { device: boolean; network: boolean };

/**
 * How familiar the account of this e-mail is with the browser, and with where it is. Who has no
 * account is looked for all the same: how long that takes must not tell.
 */
export async function findFamiliarity(
  context: IdentityContext,
  caller: Caller,
  email: string,
): Promise<Familiarity> {
  const token = caller.cookie(cookieName(context.origin, cookieOf(email))) ?? "";
  const [row] = await queryRows<Familiarity>(
    context.db,
    sql`
    with who as materialized (
      select coalesce((select id from users where lower(email) = ${email}), ${nobody}::uuid) as id)
    select
      exists (select from known_devices where token_hash = ${hashToken(token)}
        and user_id = who.id and expires_at > now()) as device,
      exists (select from known_devices where user_id = who.id
        and address_prefix = ${addressPrefix(caller.address)} and expires_at > now()) as network
    from who`,
  );
  return row ?? { device: false, network: false };
}

/** Always under a new token: one that was brought along may be known to somebody else. */
export async function rememberDevice(
  context: Pick<IdentityContext, "origin"> & { db: Queries },
  caller: Caller,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const cookie = cookieOf(email);
  const former = caller.cookie(cookieName(context.origin, cookie)) ?? "";
  const token = newToken();
  await context.db.execute(sql`
    delete from known_devices where user_id = ${id} and (token_hash = ${hashToken(former)}
      or token_hash in (select token_hash from known_devices where user_id = ${id}
        order by expires_at desc offset ${mostDevices - 1}))`);
  await context.db.insert(knownDevices).values({
    tokenHash: hashToken(token),
    userId: id,
    addressPrefix: addressPrefix(caller.address),
    expiresAt: sql`now() + make_interval(days => ${lastsFor})`,
  });
  caller.setCookie(makeCookie(context.origin, cookie, token, lastsFor * daySeconds));
}

/** Whoever signed in with the password that was is no owner by that any more. */
export async function forgetDevices(db: Queries, userId: string): Promise<void> {
  await db.delete(knownDevices).where(eq(knownDevices.userId, userId));
}
