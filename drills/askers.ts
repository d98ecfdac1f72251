// Everybody who may come to the door, each able to show who they are by cookie or by token.
import { sql } from "drizzle-orm";
import { cookieName } from "#server/modules/identity/cookies.ts";
import {
  addAccessToken,
  addSession,
  findBySessionToken,
} from "#server/modules/identity/sessions.ts";
import { sessionCookie } from "#server/modules/identity/start-session.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";

export type Way = "cookie" | "token";
export const ways: readonly Way[] = ["cookie", "token"];

export type Asker = {
  name: string;
  email: string;
  isAdmin: boolean;
  /** Whether what they show opens anything at all. */
  isKnown: boolean;
  /** What they show; a new session each time, where they can have one. */
  show(way: Way): Promise<Record<string, string>>;
};

type Shown = Record<Way, Record<string, string>>;

/** A new session of a person, as a browser shows it and as a program does. */
export async function newSession({ shop }: OpenShop, userId: string): Promise<Shown> {
  const token = await addSession(shop.db, userId, { agent: "drill", address: "127.0.0.1" });
  const session = token && (await findBySessionToken(shop.db, token));
  if (!session) throw new Error("There is no such person to sign in");
  return {
    cookie: {
      cookie: `${cookieName(shop.origin, sessionCookie)}=${token}`,
      origin: shop.origin,
    },
    token: { authorization: `Bearer ${await addAccessToken(shop.db, session.id)}` },
  };
}

type Name = "visitor" | "customer" | "other" | "deleted" | "demoted" | "admin" | "expired";

export async function openAskers(shop: OpenShop): Promise<Record<Name, Asker>> {
  const { db, origin } = shop.shop;
  const [customer, other, deleted, demoted, admin, expired] = [
    await signUp(shop),
    await signUp(shop),
    await signUp(shop),
    await signUpAdmin(shop),
    await signUpAdmin(shop),
    await signUp(shop),
  ];
  const shownByDeleted = await newSession(shop, deleted.user._id);
  const shownByExpired = await newSession(shop, expired.user._id);
  await admin.send("DELETE", `/api/user/${deleted.user._id}`);
  await db.execute(sql`update sessions set expires_at = now() - interval '1 second'
    where user_id = ${expired.user._id}`);

  const live = (name: string, { user, email }: SignedIn, isAdmin = false): Asker => ({
    ...{ name, email, isAdmin, isKnown: true },
    show: async (way) => (await newSession(shop, user._id))[way],
  });
  const dead = (name: string, email: string, shown: Shown): Asker => ({
    ...{ name, email, isAdmin: false, isKnown: false },
    show: async (way) => shown[way],
  });
  const setRole = (role: string) =>
    queryRows(db, sql`update users set role = ${role} where id = ${demoted.user._id}`);
  const unknown = { cookie: { origin }, token: { authorization: "Bearer nothing" } };
  return {
    visitor: dead("visitor", "", unknown),
    customer: live("customer", customer),
    other: live("another customer", other),
    deleted: dead("deleted user", deleted.email, shownByDeleted),
    demoted: {
      ...live("demoted admin", demoted),
      // Signed in while they were one.
      show: async (way) => {
        await setRole("admin");
        const shown = await newSession(shop, demoted.user._id);
        await setRole("customer");
        return shown[way];
      },
    },
    admin: live("admin", admin, true),
    expired: dead("expired session", expired.email, shownByExpired),
  };
}
