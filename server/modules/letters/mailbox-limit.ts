// Anybody can sign up with anybody's e-mail, so an unverified one gets few letters.
import { eq, sql } from "drizzle-orm";
import { users } from "#server/modules/customers/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { consumeLimit } from "#server/platform/rate-limits/consume-limit.ts";
import { maxPerKind } from "./queue-letter.ts";

export type Recipient = { email: string; isVerified: boolean };

const maxOtherLetters = { verified: 60, unverified: 5 };

export async function findRecipient(db: Queries, email: string): Promise<Recipient> {
  const [row] = await db
    .select({ isVerified: sql<boolean>`${users.emailVerifiedAt} is not null` })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return { email, isVerified: row?.isVerified ?? false };
}

export function consumeLetterLimit(
  db: Queries,
  kind: string,
  recipient: Recipient,
): Promise<boolean> {
  const ownLimit = maxPerKind[kind];
  const most = ownLimit ?? maxOtherLetters[recipient.isVerified ? "verified" : "unverified"];
  const key = `${ownLimit ? kind : "other"} letters to ${mailboxKey(recipient)}`;
  return consumeLimit(db, { key, most, seconds: 3_600 });
}

/**
 * Unverified spellings of one mailbox (plus signs, dots at Gmail) share a limit. The plain address
 * has its own, so that spellings cannot use up the letters of its owner.
 */
function mailboxKey({ email, isVerified }: Recipient): string {
  if (isVerified) return email;
  const at = email.lastIndexOf("@");
  const [name = ""] = email.slice(0, at).split("+");
  const domain = email.slice(at + 1);
  const plain = `${domain === "gmail.com" ? name.replaceAll(".", "") : name}@${domain}`;
  return plain === email ? email : `a spelling of ${plain}`;
}
