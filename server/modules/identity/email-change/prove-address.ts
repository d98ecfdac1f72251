import type { emailChangeCalls } from "#contract/email-change.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { addAccountLetter } from "#server/modules/letters/queue-letter.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { consumeCallerLimit } from "#server/platform/rate-limits/consume-limit.ts";
import type { AccountEndings } from "../account-endings.ts";
import { findPerson } from "../credentials.ts";
import { wrongLinks } from "../verify-email.ts";
import { proveAddress, removeEmailChange } from "./email-changes.ts";
import { finishEmailChange } from "./finish-email-change.ts";

const tooMany = refuse(
  "too-many",
  "Too many links were opened from your network. Please try again in an hour.",
);
const invalidLink = refuse(
  "invalid",
  "This link has been used or has expired. You can begin the change again under “Sign-in and security”.",
  { token: "Is no longer valid" },
);
/** A stranger may have begun the change: a click by the owner of the mailbox must not finish it. */
const ofAnother = refuse(
  "not-allowed",
  "Sign in here to your account with its present e-mail first. Then this link works.",
);
const taken = refuse("conflict", "Another account has this e-mail meanwhile. Nothing was changed.");

export function proveEmailAddress(
  context: Context,
  endings: AccountEndings,
): Handler<typeof emailChangeCalls.prove> {
  const { db, jobs } = context;
  return async ({ body }, caller) => {
    const done = await inTransaction(db, async (tx) => {
      const change = await proveAddress(tx, body.token, caller.person?._id);
      if (!change) return invalidLink;
      if (change === "of-another") return ofAnother;
      const { userId, newEmail, oldProvenAt, newProvenAt } = change;
      if (!oldProvenAt || !newProvenAt) return { isChanged: false };
      const person = await findPerson(tx, userId, context.filterPicture);
      await removeEmailChange(tx, userId);
      if (!person) return invalidLink;
      if (!(await finishEmailChange(tx, caller, { person, newEmail }, endings))) return taken;
      await addAccountLetter(tx, "email-changed", person.email);
      return { isChanged: true };
    });
    jobs.wake();
    if (done !== invalidLink || (await consumeCallerLimit(db, wrongLinks, caller))) return done;
    return tooMany;
  };
}
