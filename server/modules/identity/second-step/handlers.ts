import { refuse } from "#contract/refusals.ts";
import type { secondStepCalls } from "#contract/second-step.ts";
import type { Context } from "#server/context.ts";
import { addAccountLetter } from "#server/modules/letters/queue-letter.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { findAppSince, removeApp } from "./authenticator-app.ts";
import { beginSecondStep } from "./begin-second-step.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { readSecondStep } from "./read-second-step.ts";
import { deleteRecoveryCodes, renewRecoveryCodes } from "./recovery-codes.ts";
import { resetSecondStep } from "./reset-second-step.ts";
import { beginOwnApp, confirmOwnApp } from "./set-up-app.ts";

const off = refuse("not-found", "The second step is off already.");
const noApp = refuse("conflict", "Recovery codes come with an authenticator app. Set it up first.");

export function secondStepHandlers(context: Context): Handlers<typeof secondStepCalls> {
  const { db, jobs } = context;
  return {
    read: (_given, { person }) => readSecondStep(db, person._id),
    beginApp: beginOwnApp(context),
    confirmApp: confirmOwnApp(context),
    removeApp: async (_given, { person }) => {
      const done = await inTransaction(db, async (tx) => {
        if (!(await removeApp(tx, person._id))) return off;
        await deleteRecoveryCodes(tx, person._id);
        await addAccountLetter(tx, "sign-in-changed", person.email);
        return { deletedCount: 1 } as const;
      });
      jobs.wake();
      return done;
    },
    renewRecoveryCodes: async (_given, { person }) => {
      if (!(await findAppSince(db, person._id))) return noApp;
      const made = await inTransaction(db, (tx) => renewRecoveryCodes(tx, person._id));
      return { recoveryCodes: made };
    },
    reset: resetSecondStep(context),
    begin: beginSecondStep(context),
    finish: finishSignIn(context),
  };
}
