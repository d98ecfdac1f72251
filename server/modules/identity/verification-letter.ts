import type { Recipient } from "#server/modules/letters/mailbox-limit.ts";
import { type Letter, writeLetter } from "#server/platform/mail/write-letter.ts";
import type { IdentityContext } from "./context.ts";
import { withLockedAccount } from "./credentials.ts";
import { addVerification } from "./email-verification.ts";

export const verificationLetterKind = "verify-email";

/** Link and code are made when the letter goes, so that none lies in the queue. */
export async function makeVerificationLetter(
  { db, origin, env }: Pick<IdentityContext, "db" | "origin" | "env">,
  { email, isVerified }: Recipient,
): Promise<Letter | undefined> {
  const verification = isVerified ? undefined : await withLockedAccount(db, email, addVerification);
  if (!verification) return undefined;
  const { token, code } = verification;
  const shopName = env.SHOP_NAME;
  return writeLetter({
    to: email,
    shopName,
    subject: `Verify your e-mail for ${shopName}`,
    greeting: "Hello,",
    says: [
      `somebody, most likely you, opened an account at ${shopName} with this e-mail. Please verify that it is yours.`,
    ],
    link: { label: "Verify my e-mail", href: `${origin}/verify-email#token=${token}` },
    also: [
      `Or type this code under My Profile: ${code.slice(0, 4)} ${code.slice(4)}`,
      "Link and code are good once, for 24 hours.",
      "If it was not you, you need do nothing.",
    ],
  });
}
