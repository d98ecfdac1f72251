// Browsers in which a person has signed in with their password. Their attempts are counted apart
// from those of strangers.
import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import { cookieName, daySeconds, makeCookie } from "#server/platform/http/cookies.ts";
import { addressPrefix } from "#server/platform/rate-limits/address-prefix.ts";
import { knownDevices } from "./tables.ts";
import { hashToken, newToken } from "./tokens.ts";

const lifetimeDays = 180;
const maxDevices = 50;
const unknownUserId = "00000000-0000-0000-0000-000000000000";

/** One cookie for each person: several may use one browser. */
function deviceCookie(email: string): string {
  return `device-${createHash("sha256").update(email).digest("hex").slice(0, 12)}`;
}

export type Familiarity = { device: boolean; prefix: boolean };

/** Queries for unknown e-mails, too: the time must not show whether there is an account. */
export async function findFamiliarity(
  context: Pick<Context, "origin"> & { db: Queries },
  caller: Caller,
  email: string,
): Promise<Familiarity> {
  const token = caller.cookie(cookieName(context.origin, deviceCookie(email))) ?? "";
  const [row] = await queryRows<Familiarity>(
    context.db,
    sql`
    with who as materialized (
      select coalesce((select id from users where lower(email) = ${email}),
        ${unknownUserId}::uuid) as id)
    select
      exists (select from known_devices where token_hash = ${hashToken(token)}
        and user_id = who.id and expires_at > now()) as device,
      exists (select from known_devices where user_id = who.id
        and address_prefix = ${addressPrefix(caller.address)} and expires_at > now()) as prefix
    from who`,
  );
  return row ?? { device: false, prefix: false };
}

/** Always issues a new token: somebody else may know one that the browser brought along. */
export async function rememberDevice(
  context: Pick<Context, "origin"> & { db: Queries },
  caller: Caller,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const cookie = deviceCookie(email);
  const former = caller.cookie(cookieName(context.origin, cookie)) ?? "";
  const token = newToken();
  await context.db.execute(sql`
    delete from known_devices where user_id = ${id} and (token_hash = ${hashToken(former)}
      or token_hash in (select token_hash from known_devices where user_id = ${id}
        order by expires_at desc offset ${maxDevices - 1}))`);
  await context.db.insert(knownDevices).values({
    tokenHash: hashToken(token),
    userId: id,
    addressPrefix: addressPrefix(caller.address),
    expiresAt: sql`now() + make_interval(days => ${lifetimeDays})`,
  });
  caller.setCookie(makeCookie(context.origin, cookie, token, lifetimeDays * daySeconds));
}

export async function forgetDevices(db: Queries, userId: string): Promise<void> {
  await db.delete(knownDevices).where(eq(knownDevices.userId, userId));
}
