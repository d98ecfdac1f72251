import type { ownDataCalls } from "#contract/own-data.ts";
import { refuse } from "#contract/refusals.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { consumeLimit } from "#server/platform/rate-limits/consume-limit.ts";
import type { PrivacyContext } from "./context.ts";
import { readOwnData } from "./read-own-data.ts";

const tooMany = refuse(
  "too-many",
  "You have asked for your data many times. Please try again in an hour.",
);
const otherEmail = refuse("invalid", "That is not the e-mail of your account.", {
  email: "Is not the e-mail of your account",
});

export function ownDataHandlers(context: PrivacyContext): Handlers<typeof ownDataCalls> {
  const { db, ownData } = context;
  return {
    read: async (_given, caller) => {
      const limit = { key: `own data of ${caller.person._id}`, most: 10, seconds: 3_600 };
      return (await consumeLimit(db, limit))
        ? readOwnData(context, caller.person, caller.session)
        : tooMany;
    },
    deleteAccount: async ({ body }, caller) => {
      const { _id, email } = caller.person;
      if (body.email.toLowerCase() !== email.toLowerCase()) return otherEmail;
      const problem = await ownData.identityProblem(context, caller, body.password);
      if (problem) return problem;
      const refused = await retryOnConflict(() =>
        inTransaction(db, async (tx) => {
          const stays =
            (await ownData.leaveProblem(tx, _id)) ?? (await ownData.debtProblem(tx, _id));
          if (stays) return stays;
          await ownData.deleteOwnReviews(tx, _id);
          await ownData.deleteOwnAlerts(tx, caller.person);
          await ownData.deleteOwnInvitations(tx, caller.person);
          await ownData.deleteOwnAccount(tx, _id);
          return undefined;
        }),
      );
      if (refused) return refused;
      context.jobs.wake();
      ownData.clearSessionCookie(context, caller);
      return { deletedCount: 1 };
    },
  };
}
