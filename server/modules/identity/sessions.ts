// Each request looks its session up, so that every change holds from the next request on.
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Person, SessionEntry } from "#contract/identity.ts";
import { type PersonRow, personColumns, toPerson } from "#server/modules/customers/accounts.ts";
import { users } from "#server/modules/customers/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { queryPrepared, queryRows } from "#server/platform/database/query-rows.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import { daySeconds } from "#server/platform/http/cookies.ts";
import { accessTokens, sessions } from "./tables.ts";
import { hashToken, newToken } from "./tokens.ts";

const idleDays = 30;
export const maxSessionDays = 90;
const maxSessions = 50;
const confirmedMinutes = 15;
const maxAccessTokens = 8;

const expiry = sql`least(${sessions.createdAt} + make_interval(days => ${maxSessionDays}), now() + make_interval(days => ${idleDays}))`;

/** Whether it was proved who this is: within the last 15 minutes; by a second factor, or ever so. */
type Proofs = { isConfirmed: boolean; isFactorFresh: boolean; hasFactor: boolean };

export type FoundSession = Proofs & { id: string; person: Person };

export function findBySessionToken(db: Queries, token: string): Promise<FoundSession | null> {
  return find(db, sql`s.token_hash = ${hashToken(token)}`);
}

export function findByAccessToken(db: Queries, token: string): Promise<FoundSession | null> {
  const hash = hashToken(token);
  return find(db, sql`s.id = (select session_id from access_tokens where token_hash = ${hash})`);
}

async function find(db: Queries, condition: SQL): Promise<FoundSession | null> {
  const isFresh = (at: SQL) =>
    sql`coalesce(${at} > now() - make_interval(mins => ${confirmedMinutes}), false)`;
  const [row] = await queryPrepared<PersonRow & Proofs & { session: string; isIdle: boolean }>(
    db,
    sql`
    select ${personColumns}, s.id as session,
      s.last_seen_at < now() - interval '5 minutes' as "isIdle",
      ${isFresh(sql`s.confirmed_at`)} as "isConfirmed",
      ${isFresh(sql`s.factor_at`)} as "isFactorFresh",
      s.factor_at is not null as "hasFactor"
    from sessions s join users u on u.id = s.user_id
    where ${condition} and s.expires_at > now()`,
  );
  if (!row) return null;
  const { session: id, isIdle, isConfirmed, isFactorFresh, hasFactor, ...person } = row;
  if (isIdle) await extend(db, id);
  return { id, isConfirmed, isFactorFresh, hasFactor, person: toPerson(person) };
}

async function extend(db: Queries, id: string, changes: { tokenHash?: Buffer } = {}) {
  await db
    .update(sessions)
    .set({ ...changes, lastSeenAt: sql`now()`, expiresAt: expiry })
    .where(eq(sessions.id, id));
}

export type Proof = { passwordHash?: string | undefined; byFactor?: true };

/** With `passwordHash`, only while that is the person's: a change of it must end this session, too. */
export async function addSession(
  db: Queries,
  userId: string,
  caller: Pick<Caller, "agent" | "address">,
  { passwordHash, byFactor }: Proof = {},
): Promise<string | undefined> {
  const token = newToken();
  const isCurrent =
    passwordHash === undefined ? sql`true` : sql`${users.passwordHash} = ${passwordHash}`;
  const added = await queryRows(
    db,
    sql`
    insert into ${sessions} (id, token_hash, user_id, agent, address, expires_at, confirmed_at,
      factor_at)
    select ${newId()}, ${hashToken(token)}, id, ${caller.agent}, ${caller.address},
      now() + make_interval(secs => ${idleDays * daySeconds}), now(),
      ${byFactor ? sql`now()` : sql`null::timestamptz`}
    from ${users} where id = ${userId} and ${isCurrent} for share
    returning id`,
  );
  if (added.length === 0) return undefined;
  // Who ends sessions meanwhile locks them in another order: waiting would be a deadlock.
  await db.execute(sql`
    delete from ${sessions} where id in (
      select id from ${sessions} where id in (
        select id from ${sessions} where user_id = ${userId}
        order by created_at desc offset ${maxSessions})
      for update skip locked)`);
  return token;
}

export async function confirmSession(
  db: Queries,
  id: string,
  { byFactor }: Pick<Proof, "byFactor"> = {},
): Promise<void> {
  const now = sql`now()`;
  await db
    .update(sessions)
    .set({ confirmedAt: now, ...(byFactor && { factorAt: now }) })
    .where(eq(sessions.id, id));
}

export async function endSessionByToken(db: Queries, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, hashToken(token)));
}

export async function endSession(db: Queries, id: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, id));
}

export async function renewSession(db: Queries, id: string): Promise<string> {
  const token = newToken();
  await extend(db, id, { tokenHash: hashToken(token) });
  await db.delete(accessTokens).where(eq(accessTokens.sessionId, id));
  return token;
}

export async function listSessions(
  db: Queries,
  userId: string,
  current: string,
): Promise<SessionEntry[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), sql`${sessions.expiresAt} > now()`))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
  return rows.map((row) => ({
    _id: row.id,
    current: row.id === current,
    agent: row.agent,
    address: row.address,
    signedInAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }));
}

export async function addAccessToken(db: Queries, sessionId: string): Promise<string> {
  const token = newToken();
  await db.insert(accessTokens).values({ tokenHash: hashToken(token), sessionId });
  await db.execute(sql`
    delete from ${accessTokens} where token_hash in (
      select token_hash from ${accessTokens} where session_id = ${sessionId}
      order by position desc offset ${maxAccessTokens})`);
  return token;
}
