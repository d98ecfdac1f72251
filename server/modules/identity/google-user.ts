// From a person whom Google vouches for to a user of the shop. The identity decides, never the
// e-mail: who only has the same e-mail as an account has proven nothing to its owner.

import { email as emailSchema } from "#contract/fields.ts";
import { addUser } from "#server/modules/customers/accounts.ts";
import { inTransaction } from "#server/platform/database/connect.ts";
import type { IdentityContext } from "./context.ts";
import { type GoogleClaims, GoogleSignInError } from "./google.ts";
import { addIdentity, findUserByIdentity } from "./identities.ts";

export async function findOrAddGoogleUser(
  context: Pick<IdentityContext, "db" | "changes">,
  vouched: GoogleClaims,
): Promise<string> {
  const { email, emailVerified, name } = vouched;
  if (!email || emailVerified !== true) throw new GoogleSignInError("unverified");
  const known = await findUserByIdentity(context.db, vouched);
  if (known) return known;

  const read = emailSchema.safeParse(email);
  if (!read.success) throw new GoogleSignInError("failed", new Error("The e-mail cannot be kept"));
  const added = await addPerson(context, vouched, read.data, nameFor(name, read.data));
  if (added) {
    context.changes.notify(["users"]);
    return added;
  }
  // Two at once: the other one was quicker with the same person. Else the e-mail is another's.
  const winner = await findUserByIdentity(context.db, vouched);
  if (!winner) throw new GoogleSignInError("taken");
  return winner;
}

/** Both or neither. */
async function addPerson(
  { db }: Pick<IdentityContext, "db">,
  identity: GoogleClaims,
  email: string,
  name: string,
): Promise<string | undefined> {
  const beaten = Symbol("beaten");
  return inTransaction(db, async (tx) => {
    const user = { email, name, role: "customer", passwordHash: null } as const;
    // Google has verified it, else nobody comes this far.
    const id = await addUser(tx, { ...user, isEmailVerified: true });
    if (!id) return undefined;
    if (!(await addIdentity(tx, identity, id))) throw beaten;
    return id;
  }).catch((error) => {
    if (error === beaten) return undefined;
    throw error;
  });
}

/** A name that can be kept and shown, in as many characters as a name may have. */
function nameFor(claimed: unknown, email: string): string {
  const said = typeof claimed === "string" ? claimed : "";
  const plain = said
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  const short = (plain || (email.split("@")[0] ?? "")).slice(0, 200);
  // A cut may go through the middle of a character.
  return short.isWellFormed() ? short : short.slice(0, -1);
}
