// Sessions and tokens that are old, or gone.
import { eq, sql } from "drizzle-orm";
import {
  accessTokens,
  knownDevices,
  oneTimeTokens,
  passkeyChallenges,
  pendingSignIns,
  sessions,
  signInCodes,
} from "#server/modules/identity/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { limits } from "#server/platform/rate-limits/tables.ts";
import type { OpenShop } from "../open-shop.ts";

type Shop = Pick<OpenShop, "shop">;
type Which = { user: { _id: string } };
type Session = typeof sessions.$inferSelect;

/** Everybody's, as an operator does. */
export async function endSessions({ shop }: Shop): Promise<void> {
  await shop.db.delete(sessions);
}

export async function endAccessTokens({ shop }: Shop): Promise<void> {
  await shop.db.delete(accessTokens);
}

export const changeSessions = (
  { shop }: Shop,
  { user }: Which,
  changes: Partial<
    Pick<Session, "createdAt" | "lastSeenAt" | "expiresAt" | "confirmedAt" | "factorAt">
  >,
) => shop.db.update(sessions).set(changes).where(eq(sessions.userId, user._id));

export const findSessions = ({ shop }: Shop, { user }: Which): Promise<Session[]> =>
  shop.db.select().from(sessions).where(eq(sessions.userId, user._id)).orderBy(sessions.id);

/** Those of links and codes in letters. */
export async function ageOneTimeTokens({ shop }: Shop, hours: number): Promise<void> {
  const expiresAt = sql`expires_at - make_interval(hours => ${hours})`;
  await shop.db.update(oneTimeTokens).set({ expiresAt });
}

export async function agePasskeyChallenges({ shop }: Shop, minutes: number): Promise<void> {
  const expiresAt = sql`expires_at - make_interval(mins => ${minutes})`;
  await shop.db.update(passkeyChallenges).set({ expiresAt });
}

export async function ageSignInCodes({ shop }: Shop): Promise<void> {
  await shop.db.update(signInCodes).set({ expiresAt: sql`now() - interval '1 second'` });
}

export async function agePendingSignIns({ shop }: Shop, minutes: number): Promise<void> {
  const expiresAt = sql`expires_at - make_interval(mins => ${minutes})`;
  await shop.db.update(pendingSignIns).set({ expiresAt });
}

/** A session, a known browser, a token and a limit, which end then. */
export async function addExpiring(
  db: Queries,
  { _id: userId }: { _id: string },
  name: string,
  until: Date,
): Promise<void> {
  const row = { tokenHash: Buffer.from(name), userId, expiresAt: until };
  await db.insert(sessions).values({ ...row, id: newId(), agent: name, address: "" });
  await db.insert(knownDevices).values({ ...row, addressPrefix: name });
  await db.insert(oneTimeTokens).values({ ...row, purpose: name });
  await db.insert(limits).values({ key: name, times: [new Date()], until });
}
