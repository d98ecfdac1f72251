import type { identityCalls } from "#contract/identity.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { setPasswordHash } from "#server/modules/customers/accounts.ts";
import { addAccountLetter } from "#server/modules/letters/queue-letter.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { deletePendingSignIns, deleteResetTokens, findCredentials } from "./credentials.ts";
import { endAllSessions } from "./end-sessions.ts";
import { forgetDevices, rememberDevice } from "./known-devices.ts";
import { countAttempt, verifyAttempt } from "./password-attempts.ts";
import { renewSession } from "./sessions.ts";
import { setSessionCookie } from "./start-session.ts";

const wrong = refuse("invalid", "The current password is not right.", {
  current: "Is not your current password",
});
const none = refuse(
  "conflict",
  "Your account has no password yet. Ask for a letter at “Forgot password?” to set one.",
);
const tooMany = refuse("too-many", "Too many attempts. Please try again in an hour.");

/** Ends every other session: the owner may fear that somebody else knows the password. */
export function changePassword(context: Context): Handler<typeof identityCalls.changePassword> {
  return async ({ body }, caller) => {
    const { person, session } = caller;
    const { _id: id, email } = person;
    if (!person.hasPassword) return none;
    const problem = await context.passwords.problem(body.password, person);
    if (problem) return problem;
    const attempt = await countAttempt(context, caller, email);
    if (!attempt) return tooMany;
    const client = { ...attempt.client, knownTo: email };
    const former = (await findCredentials(context.db, email))?.passwordHash;
    const isRight =
      former && (await verifyAttempt(context, { ...attempt, client }, body.current, former));
    if (!isRight) return wrong;
    const passwordHash = await context.passwords.hash(body.password, client);
    const changed = await inTransaction(context.db, async (db) => {
      if (!(await setPasswordHash(db, id, passwordHash, former))) return wrong;
      await deleteResetTokens(db, id);
      await endAllSessions(db, id, { except: session });
      setSessionCookie(context, caller, await renewSession(db, session));
      await deletePendingSignIns(db, id);
      await forgetDevices(db, id);
      await rememberDevice({ origin: context.origin, db }, caller, { id, email });
      await addAccountLetter(db, "password-changed", email);
      return { user: person };
    });
    context.jobs.wake();
    return changed;
  };
}
