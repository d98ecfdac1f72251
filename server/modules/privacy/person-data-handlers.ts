import type { personDataCalls } from "#contract/person-data.ts";
import { refuse } from "#contract/refusals.ts";
import { noSuchUser } from "#server/modules/customers/remove-user.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import type { PrivacyContext } from "./context.ts";
import { readOwnData } from "./read-own-data.ts";

const otherEmail = refuse("invalid", "That is not the e-mail of this person.", {
  email: "Is not the e-mail of this person",
});

export function personDataHandlers(context: PrivacyContext): Handlers<typeof personDataCalls> {
  const { db, ownData } = context;
  return {
    read: async ({ params: { id } }, caller) => {
      const person = await ownData.findAccount(db, id);
      if (!person) return noSuchUser;
      const reply = await readOwnData(context, person);
      const action = { action: "export-person", about: id } as const;
      return { reply, noted: await recordAction(db, caller, action) };
    },
    erase: async ({ params: { id }, body }, caller) => {
      const erased = await retryOnConflict(() =>
        inTransaction(db, async (tx) => {
          const problem = await ownData.removalProblem(tx, caller, id);
          if (problem) return problem;
          const person = await ownData.findAccount(tx, id);
          if (!person) return noSuchUser;
          if (body.email !== person.email.toLowerCase()) return otherEmail;
          await ownData.deleteOwnReviews(tx, id);
          await ownData.deleteOwnAlerts(tx, person);
          await ownData.deleteOwnInvitations(tx, person);
          await ownData.deleteOwnAccount(tx, id);
          const noted = await recordAction(tx, caller, { action: "erase-person", about: id });
          return { reply: { deletedCount: 1 as const }, noted };
        }),
      );
      context.jobs.wake();
      return erased;
    },
  };
}
