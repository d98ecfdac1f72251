import { queueIdentityLetter } from "#server/modules/letters/queue-letter.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { type Letter, writeLetter } from "#server/platform/mail/write-letter.ts";
import type { IdentityContext } from "./context.ts";
import { findCredentials } from "./credentials.ts";

export const passwordLetterKind = "password-changed";

/** In the same moment as the change: whoever changed it, the owner hears of it. */
export function queuePasswordLetter(db: Queries, email: string): Promise<void> {
  return queueIdentityLetter(db, passwordLetterKind, email);
}

export async function makePasswordLetter(
  { db, origin, env }: Pick<IdentityContext, "db" | "origin" | "env">,
  email: string,
): Promise<Letter | undefined> {
  if (!(await findCredentials(db, email))) return undefined;
  const shopName = env.SHOP_NAME;
  return writeLetter({
    to: email,
    shopName,
    subject: `Your password for ${shopName} was changed`,
    greeting: "Hello,",
    says: [
      `the password of your account at ${shopName} was changed just now, and every other browser was signed out.`,
      "If that was you, all is well.",
      "If it was not you, somebody else may be in your account. Ask for a new password at once: that signs them out.",
    ],
    link: { label: "Ask for a new password", href: `${origin}/forgotten` },
  });
}
