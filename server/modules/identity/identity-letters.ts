import { emailEquals } from "#server/modules/customers/accounts.ts";
import { users } from "#server/modules/customers/tables.ts";
import type { LetterWriter } from "#server/modules/letters/letter-writer.ts";
import type { IdentityLetterKind } from "#server/modules/letters/queue-letter.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { writeLetter } from "#server/platform/mail/write-letter.ts";
import { addResetToken, findCredentials } from "./credentials.ts";
import { emailChangeLetters } from "./email-change/email-change-letters.ts";
import { addVerification } from "./email-verification.ts";
import { makeSignInCode } from "./sign-in-code/sign-in-codes.ts";

type LetterContext = { db: Database; origin: string; shopName: string };

/** Tokens are created when a letter is sent, so that the queue holds none. */
export function identityLetters({
  db,
  origin,
  shopName,
}: LetterContext): Record<IdentityLetterKind, LetterWriter> {
  const common = { shopName, greeting: "Hello," };
  return {
    "verify-email": async ({ email, isVerified }) => {
      if (isVerified) return undefined;
      const verification = await withLockedAccount(db, email, addVerification);
      if (!verification) return undefined;
      const { token, code } = verification;
      return writeLetter({
        ...common,
        to: email,
        subject: `Verify your e-mail for ${shopName}`,
        says: [
          `someone, probably you, opened an account at ${shopName} with this e-mail. Please verify that it is yours.`,
        ],
        link: { label: "Verify my e-mail", href: `${origin}/verify-email#token=${token}` },
        also: [
          `Or type this code under My Profile: ${code.slice(0, 4)} ${code.slice(4)}`,
          "The link and the code work once, within 24 hours.",
          "If it was not you, you can ignore this letter.",
        ],
      });
    },
    reset: async ({ email }) => {
      const token = await withLockedAccount(db, email, addResetToken);
      if (!token) return undefined;
      return writeLetter({
        ...common,
        to: email,
        subject: `A new password for ${shopName}`,
        says: [`someone, probably you, asked for a new password for your account at ${shopName}.`],
        link: {
          label: "Choose it here",
          href: `${origin}/reset#${new URLSearchParams({ token, email })}`,
        },
        also: [
          "The link works once, for one hour. Setting a new password signs you out everywhere else.",
          "If it was not you, ignore this letter: your password stays the same.",
        ],
      });
    },
    "sign-in-code": async ({ email }, id) => {
      const code = id && (await makeSignInCode(db, id));
      if (!code) return undefined;
      return writeLetter({
        ...common,
        to: email,
        subject: `Your code for ${shopName}`,
        says: [
          `someone, probably you, wants to order at ${shopName} with this e-mail.`,
          `This is your code: ${code.slice(0, 3)} ${code.slice(3)}`,
        ],
        also: [
          "It works once, for ten minutes, in the browser in which you asked for it.",
          "If it was not you, you can ignore this letter.",
        ],
      });
    },
    "password-changed": async ({ email }) => {
      if (!(await findCredentials(db, email))) return undefined;
      return writeLetter({
        ...common,
        to: email,
        subject: `Your password for ${shopName} was changed`,
        says: [
          `the password of your account at ${shopName} was changed just now, and every other browser was signed out.`,
          "If that was you, all is well.",
          "If it was not you, somebody else may have access to your account. Ask for a new password at once: that signs them out.",
        ],
        link: { label: "Ask for a new password", href: `${origin}/forgotten` },
      });
    },
    ...emailChangeLetters({ db, origin, shopName }),
    "sign-in-changed": async ({ email }) => {
      if (!(await findCredentials(db, email))) return undefined;
      return writeLetter({
        ...common,
        to: email,
        subject: `How you sign in to ${shopName} was changed`,
        says: [
          `a passkey or the second step of your account at ${shopName} was added or removed just now.`,
          "If that was you, all is well.",
          "If it was not you, somebody else may have access to your account. Look at it at once, and change your password.",
        ],
        link: { label: "Sign-in and security", href: `${origin}/dashboard/security` },
      });
    },
  };
}

/** Runs `work` while the account cannot be deleted, so that tokens of a deleted one are not stored. */
function withLockedAccount<Result>(
  db: Database,
  email: string,
  work: (tx: Queries, userId: string) => Promise<Result>,
): Promise<Result | undefined> {
  return inTransaction(db, async (tx) => {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(emailEquals(email))
      .for("key share");
    return user && (await work(tx, user.id));
  });
}
