// The identity decides, never the e-mail, which proves nothing to the account's owner.
import { and, eq } from "drizzle-orm";
import { email as emailSchema } from "#contract/fields.ts";
import type { Context } from "#server/context.ts";
import { addUser } from "#server/modules/customers/add-user.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { GoogleClaims } from "./google.ts";
import { GoogleSignInError } from "./google-flow.ts";
import { identities } from "./tables.ts";

export async function findOrAddGoogleUser(
  context: Pick<Context, "db" | "events">,
  claims: GoogleClaims,
): Promise<string> {
  const { email, emailVerified, name } = claims;
  if (!email || emailVerified !== true) throw new GoogleSignInError("unverified");
  const known = await findUserByIdentity(context.db, claims);
  if (known) return known;

  const parsed = emailSchema.safeParse(email);
  if (!parsed.success) {
    throw new GoogleSignInError("failed", new Error("The e-mail is not valid"));
  }
  const added = await addGoogleUser(context, claims, parsed.data, toName(name, parsed.data));
  if (added) {
    await context.events.publish();
    return added;
  }
  // A concurrent request may have added the same identity. Otherwise the e-mail has an account.
  const winner = await findUserByIdentity(context.db, claims);
  if (!winner) throw new GoogleSignInError("taken");
  return winner;
}

async function addGoogleUser(
  { db }: Pick<Context, "db">,
  identity: GoogleClaims,
  email: string,
  name: string,
): Promise<string | undefined> {
  const rollback = Symbol("identity exists");
  return inTransaction(db, async (tx) => {
    const user = { email, name, role: "customer", passwordHash: null } as const;
    const id = await addUser(tx, { ...user, isEmailVerified: true });
    if (!id) return undefined;
    if (!(await addIdentity(tx, identity, id))) throw rollback;
    return id;
  }).catch((error) => {
    if (error === rollback) return undefined;
    throw error;
  });
}

function toName(claimed: unknown, email: string): string {
  const text = typeof claimed === "string" ? claimed : "";
  const plain = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  const short = (plain || (email.split("@")[0] ?? "")).slice(0, 200);
  // The cut may have split a character.
  return short.isWellFormed() ? short : short.slice(0, -1);
}

async function findUserByIdentity(
  db: Queries,
  { issuer, subject }: GoogleClaims,
): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return row?.userId;
}

async function addIdentity(
  db: Queries,
  { issuer, subject }: GoogleClaims,
  userId: string,
): Promise<boolean> {
  const added = await db
    .insert(identities)
    .values({ issuer, subject, userId })
    .onConflictDoNothing()
    .returning({ userId: identities.userId });
  return added.length > 0;
}
