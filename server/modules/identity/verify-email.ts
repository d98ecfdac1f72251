import type { identityCalls } from "#contract/identity.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { addAccountLetter } from "#server/modules/letters/queue-letter.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { consumeCallerLimit, consumeLimit } from "#server/platform/rate-limits/consume-limit.ts";
import { shareOf } from "#server/platform/rate-limits/limit-keys.ts";
import { verifyByCode, verifyByToken } from "./email-verification.ts";

const seconds = 3_600;
const maxCodes = 5;
/** With the letter of the sign-up, the limit of a mailbox (letters/mailbox-limit.ts). */
const maxResent = 4;

const invalidLink = refuse(
  "invalid",
  "This link has been used or has expired. You can ask for a new one under My Profile.",
  { token: "Is no longer valid" },
);
/** A stranger may have signed up with this mailbox, whose owner must not verify the stranger's account by a click. */
const ofAnother = refuse(
  "not-allowed",
  "Sign in here to the account that you have opened, or type the letter's code under My Profile where you are signed in.",
);
const wrongCode = refuse("invalid", "This code is wrong or has expired.", {
  code: "Is wrong or has expired",
});
const tooManyLinks = refuse(
  "too-many",
  "Too many links were opened from your network. Please try again in an hour.",
);
const tooManyCodes = refuse(
  "too-many",
  "You have entered several wrong codes. Open the link in our letter, or try again in an hour.",
);
const tooManyLetters = refuse(
  "too-many",
  "We have sent you several letters. Please check your spam folder, or try again in an hour.",
);
const verified = refuse("conflict", "Your e-mail is verified already.");

/** A link that is valid is never refused because of its neighbours. */
export const wrongLinks = { action: "wrong e-mail links" };

export function verifyEmail({ db }: Context): Handler<typeof identityCalls.verifyEmail> {
  return async ({ body }, caller) => {
    const userId = caller.person?._id;
    const done = await inTransaction(db, (tx) => verifyByToken(tx, body.token, userId));
    if (done === "of-another") return ofAnother;
    if (done) return { verified: true };
    return (await consumeCallerLimit(db, wrongLinks, caller)) ? invalidLink : tooManyLinks;
  };
}

export function verifyEmailCode({ db }: Context): Handler<typeof identityCalls.verifyEmailCode> {
  return async ({ body }, { person }) => {
    const key = `e-mail codes of ${person._id}`;
    if (!(await consumeLimit(db, { key, most: maxCodes, seconds }))) return tooManyCodes;
    const isRight = await inTransaction(db, (tx) => verifyByCode(tx, person._id, body.code));
    return isRight ? { user: { ...person, emailVerified: true } } : wrongCode;
  };
}

export function resendVerification({
  db,
  jobs,
}: Context): Handler<typeof identityCalls.resendVerification> {
  return async (_given, caller) => {
    const { person } = caller;
    if (person.emailVerified) return verified;
    const key = `verification letters of ${person._id}`;
    if (!(await consumeLimit(db, { key, most: maxResent, seconds }))) return tooManyLetters;
    const limit = { action: "verification letters" };
    if (!(await consumeCallerLimit(db, limit, caller))) return tooManyLetters;
    await addAccountLetter(db, "verify-email", person.email, {
      share: shareOf(caller),
    });
    jobs.wake();
    return { asked: true };
  };
}
