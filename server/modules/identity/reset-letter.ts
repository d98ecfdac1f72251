import { type Letter, writeLetter } from "#server/platform/mail/write-letter.ts";
import type { IdentityContext } from "./context.ts";
import { addResetToken, withLockedAccount } from "./credentials.ts";

export const resetLetterKind = "reset";

/**
 * The token is made when the letter goes, so that none lies in the queue; and whether there is
 * such an account is looked up only then, so that asking takes the same time for everyone.
 */
export async function makeResetLetter(
  { db, origin, env }: Pick<IdentityContext, "db" | "origin" | "env">,
  email: string,
): Promise<Letter | undefined> {
  const token = await withLockedAccount(db, email, addResetToken);
  if (!token) return undefined;
  const link = `${origin}/reset#${new URLSearchParams({ token, email })}`;
  const shopName = env.SHOP_NAME;
  return writeLetter({
    to: email,
    shopName,
    subject: `A new password for ${shopName}`,
    greeting: "Hello,",
    says: [`somebody, most likely you, asked for a new password for your account at ${shopName}.`],
    link: { label: "Choose it here", href: link },
    also: [
      "The link is good once, for one hour. Setting a new password signs you out everywhere else.",
      "If it was not you, you need do nothing: your password stays as it is.",
    ],
  });
}
