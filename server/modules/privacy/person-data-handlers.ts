import type { personDataCalls } from "#contract/person-data.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { ReadOwnData } from "#server/module.ts";
import { deleteOwnInvitations } from "#server/modules/companies/invitations.ts";
import { findAccount } from "#server/modules/customers/accounts.ts";
import { deleteOwnAccount } from "#server/modules/customers/own-account.ts";
import { noSuchUser, removalProblem } from "#server/modules/customers/remove-user.ts";
import { deleteOwnReviews } from "#server/modules/reviews/own-reviews.ts";
import { deleteOwnAlerts } from "#server/modules/stock-alerts/own-alerts.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { readOwnData } from "./read-own-data.ts";

const otherEmail = refuse("invalid", "That is not the e-mail of this person.", {
  email: "Is not the e-mail of this person",
});

export function personDataHandlers(
  context: Context,
  ownData: readonly ReadOwnData[],
): Handlers<typeof personDataCalls> {
  const { db } = context;
  return {
    read: async ({ params: { id } }, caller) => {
      const person = await findAccount(db, id);
      if (!person) return noSuchUser;
      const reply = await readOwnData(ownData, { context, person, session: "" });
      const action = { action: "export-person", about: id } as const;
      return { reply, noted: await recordAction(db, caller, action) };
    },
    erase: async ({ params: { id }, body }, caller) => {
      const erased = await retryOnConflict(() =>
        inTransaction(db, async (tx) => {
          const problem = await removalProblem(tx, caller, id);
          if (problem) return problem;
          const person = await findAccount(tx, id);
          if (!person) return noSuchUser;
          if (body.email !== person.email.toLowerCase()) return otherEmail;
          await deleteOwnReviews(tx, id);
          await deleteOwnAlerts(tx, person);
          await deleteOwnInvitations(tx, person);
          await deleteOwnAccount(tx, id);
          const noted = await recordAction(tx, caller, { action: "erase-person", about: id });
          return { reply: { deletedCount: 1 as const }, noted };
        }),
      );
      context.jobs.wake();
      return erased;
    },
  };
}
