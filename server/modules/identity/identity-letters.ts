import { emailEquals } from "#server/modules/customers/accounts.ts";
import { users } from "#server/modules/customers/tables.ts";
import type { LetterWriter } from "#server/modules/letters/letter-writer.ts";
import type { IdentityLetterKind } from "#server/modules/letters/queue-letter.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { addResetToken, findCredentials } from "./credentials.ts";
import { emailChangeLetters } from "./email-change/email-change-letters.ts";
import { addVerification } from "./email-verification.ts";
import { makeSignInCode } from "./sign-in-code/sign-in-codes.ts";

type LetterContext = { db: Database; origin: string };

/** Tokens are created when a letter is sent, so that the queue holds none. */
export function identityLetters({
  db,
  origin,
}: LetterContext): Record<IdentityLetterKind, LetterWriter> {
  return {
    "verify-email": async ({ email: to, isVerified }) => {
      if (isVerified) return undefined;
      const verification = await withLockedAccount(db, to, addVerification);
      if (!verification) return undefined;
      const { token, code } = verification;
      return {
        kind: "verify-email",
        to,
        values: { code: `${code.slice(0, 4)} ${code.slice(4)}` },
        link: { label: "Verify my e-mail", href: `${origin}/verify-email#token=${token}` },
      };
    },
    reset: async ({ email: to }) => {
      const token = await withLockedAccount(db, to, addResetToken);
      if (!token) return undefined;
      const href = `${origin}/reset#${new URLSearchParams({ token, email: to })}`;
      return { kind: "reset", to, values: {}, link: { label: "Choose it here", href } };
    },
    "sign-in-code": async ({ email: to }, id) => {
      const code = id && (await makeSignInCode(db, id));
      if (!code) return undefined;
      const values = { code: `${code.slice(0, 3)} ${code.slice(3)}` };
      return { kind: "sign-in-code", to, values };
    },
    "password-changed": async ({ email: to }) => {
      if (!(await findCredentials(db, to))) return undefined;
      const link = { label: "Ask for a new password", href: `${origin}/forgotten` };
      return { kind: "password-changed", to, values: {}, link };
    },
    ...emailChangeLetters({ db, origin }),
    "sign-in-changed": async ({ email: to }) => {
      if (!(await findCredentials(db, to))) return undefined;
      const link = { label: "Sign-in and security", href: `${origin}/dashboard/security` };
      return { kind: "sign-in-changed", to, values: {}, link };
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
