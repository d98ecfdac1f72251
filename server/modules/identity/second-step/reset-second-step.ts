import { refuse } from "#contract/refusals.ts";
import type { secondStepCalls } from "#contract/second-step.ts";
import type { Context } from "#server/context.ts";
import { addAccountLetter } from "#server/modules/letters/queue-letter.ts";
import { recordAction, recordOperatorAction } from "#server/platform/audit/record-action.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { deletePendingSignIns, findCredentials } from "../credentials.ts";
import { endAllSessions } from "../end-sessions.ts";
import { removeAllPasskeys } from "../passkeys.ts";
import { removeApp } from "./authenticator-app.ts";
import { deleteRecoveryCodes } from "./recovery-codes.ts";

const noSuchUser = refuse("not-found", "There is no account with this e-mail.");
const own = refuse(
  "conflict",
  "This is your own account. Change your second step under “Sign-in and security”.",
);

export function resetSecondStep(context: Context): Handler<typeof secondStepCalls.reset> {
  const { db, jobs } = context;
  return async ({ body: { email } }, caller) => {
    if (email === caller.person.email.toLowerCase()) return own;
    const done = await inTransaction(db, async (tx) => {
      const id = await removeFactors(tx, email);
      if (!id) return noSuchUser;
      await addAccountLetter(tx, "sign-in-changed", email);
      const noted = await recordAction(tx, caller, { action: "reset-second-step", about: id });
      return { reply: { modifiedCount: 1 } as const, noted };
    });
    jobs.wake();
    return done;
  };
}

/** For an operator: the only admin may have lost theirs. False if there is no such user. */
export function resetSecondStepByCommand(db: Database, email: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const about = await removeFactors(tx, email);
    if (about) await recordOperatorAction(tx, { action: "reset-second-step", about });
    return about !== undefined;
  });
}

async function removeFactors(tx: Queries, email: string): Promise<string | undefined> {
  const id = (await findCredentials(tx, email))?.id;
  if (!id) return undefined;
  await removeApp(tx, id);
  await deleteRecoveryCodes(tx, id);
  await removeAllPasskeys(tx, id);
  await deletePendingSignIns(tx, id);
  await endAllSessions(tx, id);
  return id;
}
