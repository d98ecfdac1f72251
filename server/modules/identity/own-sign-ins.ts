import { eq, sql } from "drizzle-orm";
import type { Person } from "#contract/identity.ts";
import type { OwnData } from "#contract/own-data.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { listApiKeys } from "./api-keys/store.ts";
import { findCredentials } from "./credentials.ts";
import { findEmailChange, toReply } from "./email-change/email-changes.ts";
import { listPasskeys, toEntry } from "./passkeys.ts";
import { countAttempt, verifyAttempt } from "./password-attempts.ts";
import { readSecondStep } from "./second-step/read-second-step.ts";
import { listSessions } from "./sessions.ts";
import { identities, knownDevices } from "./tables.ts";

export async function readOwnSignIns(
  db: Queries,
  { _id: userId, hasPassword }: Person,
  session: string,
): Promise<OwnData["signIns"]> {
  const elsewhere = await db.select().from(identities).where(eq(identities.userId, userId));
  const browsers = await db.select().from(knownDevices).where(eq(knownDevices.userId, userId));
  const change = await findEmailChange(db, userId);
  return {
    hasPassword,
    elsewhere: elsewhere.map(({ issuer, subject, createdAt }) => ({
      issuer,
      subject,
      since: createdAt.toISOString(),
    })),
    passkeys: (await listPasskeys(db, userId)).map(toEntry),
    secondStep: await readSecondStep(db, userId),
    emailChange: change ? toReply(change) : null,
    sessions: await listSessions(db, userId, session),
    apiKeys: await listApiKeys(db, userId),
    knownBrowsers: browsers.map(({ addressPrefix: network, expiresAt }) => ({
      network,
      knownUntil: expiresAt.toISOString(),
    })),
  };
}

const freshMinutes = 15;
const wrong = refuse("invalid", "That password is not right.", {
  password: "Is not your password",
});
const notFresh = refuse(
  "conflict",
  `Please sign out, sign in with Google again, and repeat this within ${freshMinutes} minutes.`,
);
const tooMany = refuse("too-many", "Too many attempts. Please try again in an hour.");

type Problem = Refusal<"invalid" | "conflict" | "too-many">;

/**
 * Says why a person may not yet do what cannot be undone. They must give their password, or, if
 * they have none, have signed in anew a few minutes ago.
 */
export async function identityProblem(
  context: Context,
  caller: SignedInCaller,
  password = "",
): Promise<Problem | undefined> {
  const { person, session } = caller;
  if (!person.hasPassword) return (await isFresh(context.db, session)) ? undefined : notFresh;
  const attempt = await countAttempt(context, caller, person.email);
  if (!attempt) return tooMany;
  const client = { ...attempt.client, knownTo: person.email };
  const hash = (await findCredentials(context.db, person.email))?.passwordHash ?? null;
  const isRight = await verifyAttempt(context, { ...attempt, client }, password, hash);
  return isRight ? undefined : wrong;
}

async function isFresh(db: Queries, session: string): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`select from sessions where id = ${session}
      and created_at > now() - make_interval(mins => ${freshMinutes})`,
  );
  return rows.length > 0;
}
