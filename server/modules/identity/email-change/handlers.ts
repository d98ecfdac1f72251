import type { emailChangeCalls } from "#contract/email-change.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { addAccountLetter } from "#server/modules/letters/queue-letter.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { consumeCallerLimit, consumeLimit } from "#server/platform/rate-limits/consume-limit.ts";
import { shareOf } from "#server/platform/rate-limits/limit-keys.ts";
import type { AccountEndings } from "../account-endings.ts";
import { addEmailChange, findEmailChange, removeEmailChange, toReply } from "./email-changes.ts";
import { proveEmailAddress } from "./prove-address.ts";

const same = refuse("invalid", "That is the e-mail of your account already.", {
  newEmail: "Is the e-mail of your account already",
});
const tooMany = refuse(
  "too-many",
  "You have begun several changes of your e-mail. Please try again in an hour.",
);
const none = refuse("not-found", "There is no change of your e-mail to take back.");

export function emailChangeHandlers(
  context: Context,
  endings: AccountEndings,
): Handlers<typeof emailChangeCalls> {
  const { db, jobs } = context;
  return {
    read: async (_given, { person }) => {
      const change = await findEmailChange(db, person._id);
      return { change: change ? toReply(change) : null };
    },
    begin: async ({ body: { newEmail } }, caller) => {
      const { _id: userId, email } = caller.person;
      if (newEmail === email.toLowerCase()) return same;
      const limit = { key: `changes of e-mail of ${userId}`, most: 5, seconds: 3_600 };
      if (!(await consumeLimit(db, limit))) return tooMany;
      if (!(await consumeCallerLimit(db, { action: "changes of e-mail" }, caller))) return tooMany;
      const change = await inTransaction(db, async (tx) => {
        const added = await addEmailChange(tx, userId, newEmail);
        await addAccountLetter(tx, "change-email-old", email);
        await addAccountLetter(tx, "change-email-new", newEmail, {
          share: shareOf(caller),
        });
        return added;
      });
      if (!change) throw new Error("The change was not stored");
      jobs.wake();
      return { change: toReply(change) };
    },
    cancel: async (_given, { person }) => {
      const isRemoved = await inTransaction(db, (tx) => removeEmailChange(tx, person._id));
      return isRemoved ? { deletedCount: 1 } : none;
    },
    prove: proveEmailAddress(context, endings),
  };
}
