// Sessions: found at each request, so that whatever ends one, or changes its person, holds from
// the next request on.
import { and, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import type { SessionEntry } from "#contract/identity.ts";
import { users } from "#server/modules/customers/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Caller, Session } from "#server/platform/http/caller.ts";
import { daySeconds } from "./cookies.ts";
import { accessTokens, sessions } from "./tables.ts";
import { hashToken, newToken } from "./tokens.ts";

/** A session that nobody uses ends after a while, and one that is used does not last for ever. */
const idleDays = 30;
export const maxSessionDays = 90;
/** A person has so many browsers at most; the oldest session makes room. */
const mostSessions = 50;
/** A page that is opened anew asks for a token anew; tabs that are still open keep theirs. */
const mostTokens = 8;

const expiry = sql`least(${sessions.createdAt} + make_interval(days => ${maxSessionDays}), now() + make_interval(days => ${idleDays}))`;

type Row = {
  session: string;
  user: string;
  email: string;
  name: string;
  role: string;
  has_password: boolean;
  email_verified: boolean;
  img: string;
  unseen: boolean;
};

export function findBySessionToken(db: Queries, token: string): Promise<Session | null> {
  return find(db, sql`s.token_hash = ${hashToken(token)}`);
}

export function findByAccessToken(db: Queries, token: string): Promise<Session | null> {
  const hash = hashToken(token);
  return find(db, sql`s.id = (select session_id from access_tokens where token_hash = ${hash})`);
}

async function find(db: Queries, which: SQL): Promise<Session | null> {
  const [row] = await queryRows<Row>(
    db,
    sql`
    select s.id as session, u.id as user, u.email, u.name, u.role,
      u.password_hash is not null as has_password,
      u.email_verified_at is not null as email_verified,
      coalesce((select img from profiles where user_id = u.id order by position desc limit 1), '')
        as img,
      s.last_seen_at < now() - interval '5 minutes' as unseen
    from sessions s join users u on u.id = s.user_id
    where ${which} and s.expires_at > now()`,
  );
  if (!row) return null;
  if (row.unseen) await see(db, row.session);
  return {
    id: row.session,
    person: {
      _id: row.user,
      email: row.email,
      name: row.name,
      img: row.img,
      hasPassword: row.has_password,
      emailVerified: row.email_verified,
      ...(row.role === "admin" && { role: "admin" as const }),
    },
  };
}

async function see(db: Queries, id: string): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: sql`now()`, expiresAt: expiry })
    .where(eq(sessions.id, id));
}

/**
 * A new session, and the token by which it is found. With `provenBy`, only while that is still
 * the person's password: whoever changes it at this moment ends this session, too.
 */
export async function addSession(
  db: Queries,
  userId: string,
  caller: Pick<Caller, "agent" | "address">,
  provenBy?: string,
): Promise<string | undefined> {
  const token = newToken();
  const proof = provenBy === undefined ? sql`true` : sql`${users.passwordHash} = ${provenBy}`;
  const added = await queryRows(
    db,
    sql`
    insert into ${sessions} (id, token_hash, user_id, agent, address, expires_at)
    select ${newId()}, ${hashToken(token)}, id, ${caller.agent}, ${caller.address},
      now() + make_interval(secs => ${idleDays * daySeconds})
    from ${users} where id = ${userId} and ${proof} for share
    returning id`,
  );
  if (added.length === 0) return undefined;
  // What somebody who signs in at the same moment is ending already is left to them: two who each
  // wait for the other would be refused by the database.
  await db.execute(sql`
    delete from ${sessions} where id in (
      select id from ${sessions} where id in (
        select id from ${sessions} where user_id = ${userId}
        order by created_at desc offset ${mostSessions})
      for update skip locked)`);
  return token;
}

export async function endSessionByToken(db: Queries, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, hashToken(token)));
}

export async function endSession(db: Queries, id: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, id));
}

/** One of a person's own; of another's nobody learns whether it is there. */
export async function endOwnSession(db: Queries, userId: string, id: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

export async function endAllSessions(db: Queries, userId: string, but?: string): Promise<void> {
  const others = but === undefined ? undefined : ne(sessions.id, but);
  await db.delete(sessions).where(and(eq(sessions.userId, userId), others));
}

/** By an operator's hand: those of one person, or of all. Answers how many there were. */
export async function endSessionsByEmail(db: Queries, email?: string): Promise<number> {
  const theirs =
    email === undefined
      ? undefined
      : sql`${sessions.userId} in (select id from ${users} where lower(email) = ${email})`;
  return (await db.delete(sessions).where(theirs).returning({ id: sessions.id })).length;
}

/** The same session under a new token; whoever holds the old one, or an access token, is out. */
export async function renewSession(db: Queries, id: string): Promise<string> {
  const token = newToken();
  await db
    .update(sessions)
    .set({ tokenHash: hashToken(token), lastSeenAt: sql`now()`, expiresAt: expiry })
    .where(eq(sessions.id, id));
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

/** A bearer token for a session. It opens what the session opens, and ends with it. */
export async function addAccessToken(db: Queries, sessionId: string): Promise<string> {
  const token = newToken();
  await db.insert(accessTokens).values({ tokenHash: hashToken(token), sessionId });
  await db.execute(sql`
    delete from ${accessTokens} where token_hash in (
      select token_hash from ${accessTokens} where session_id = ${sessionId}
      order by position desc offset ${mostTokens})`);
  return token;
}
