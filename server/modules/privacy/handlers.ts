import type { ownDataCalls } from "#contract/own-data.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { ReadOwnData } from "#server/module.ts";
import { deleteOwnInvitations } from "#server/modules/companies/invitations.ts";
import { debtProblem } from "#server/modules/companies/store.ts";
import { deleteOwnAccount, leaveProblem } from "#server/modules/customers/own-account.ts";
import { identityProblem } from "#server/modules/identity/own-sign-ins.ts";
import { clearSessionCookie } from "#server/modules/identity/start-session.ts";
import { deleteOwnReviews } from "#server/modules/reviews/own-reviews.ts";
import { deleteOwnAlerts } from "#server/modules/stock-alerts/own-alerts.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { consumeLimit } from "#server/platform/rate-limits/consume-limit.ts";
import { readOwnData } from "./read-own-data.ts";

const tooMany = refuse(
  "too-many",
  "You have asked for your data many times. Please try again in an hour.",
);
const otherEmail = refuse("invalid", "That is not the e-mail of your account.", {
  email: "Is not the e-mail of your account",
});

export function ownDataHandlers(
  context: Context,
  ownData: readonly ReadOwnData[],
): Handlers<typeof ownDataCalls> {
  const { db } = context;
  return {
    read: async (_given, caller) => {
      const limit = { key: `own data of ${caller.person._id}`, most: 10, seconds: 3_600 };
      return (await consumeLimit(db, limit))
        ? readOwnData(ownData, { context, person: caller.person, session: caller.session })
        : tooMany;
    },
    deleteAccount: async ({ body }, caller) => {
      const { _id, email } = caller.person;
      if (body.email.toLowerCase() !== email.toLowerCase()) return otherEmail;
      const problem = await identityProblem(context, caller, body.password);
      if (problem) return problem;
      const refused = await retryOnConflict(() =>
        inTransaction(db, async (tx) => {
          const stays = (await leaveProblem(tx, _id)) ?? (await debtProblem(tx, _id));
          if (stays) return stays;
          await deleteOwnReviews(tx, _id);
          await deleteOwnAlerts(tx, caller.person);
          await deleteOwnInvitations(tx, caller.person);
          await deleteOwnAccount(tx, _id);
          return undefined;
        }),
      );
      if (refused) return refused;
      context.jobs.wake();
      clearSessionCookie(context, caller);
      return { deletedCount: 1 };
    },
  };
}
