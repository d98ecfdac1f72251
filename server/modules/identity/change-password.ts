import type { identityCalls } from "#contract/identity.ts";
import { refuse } from "#contract/refusals.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import type { IdentityContext } from "./context.ts";
import { deleteResetTokens, findPasswordHash, setPassword } from "./credentials.ts";
import { forgetDevices, rememberDevice } from "./known-devices.ts";
import { countAttempt, verifyAttempt } from "./password-attempts.ts";
import { queuePasswordLetter } from "./password-letter.ts";
import { passwordProblem } from "./password-problem.ts";
import { hashPassword } from "./passwords.ts";
import { endAllSessions, renewSession } from "./sessions.ts";
import { setSessionCookie } from "./start-session.ts";

const wrong = refuse("invalid", "The current password is not right.", {
  current: "Is not your current password",
});
const none = refuse(
  "conflict",
  "Your account has no password yet. Ask for a letter at “Forgot password?” to set one.",
);
const tooMany = refuse("too-many", "That was tried very often. Please wait an hour.");

/** Ends every other session: whoever changes a password may fear that somebody else knows it. */
export function changePassword(
  context: IdentityContext,
): Handler<typeof identityCalls.changePassword> {
  return async ({ body }, caller) => {
    const { person, session } = caller;
    if (!person.hasPassword) return none;
    const easy = await passwordProblem(body.password, {
      shopName: context.env.SHOP_NAME,
      ...person,
    });
    if (easy) return easy;
    const counted = await countAttempt(context, caller, person.email);
    if (!counted) return tooMany;
    const client = { ...counted.client, knownTo: person.email };
    const former = await findPasswordHash(context.db, person._id);
    const isRight =
      former && (await verifyAttempt(context, { ...counted, client }, body.current, former));
    if (!isRight) return wrong;
    const passwordHash = await hashPassword(body.password, client);
    const changed = await context.db.transaction(async (db) => {
      if (!(await setPassword(db, person._id, passwordHash, former))) return wrong;
      await deleteResetTokens(db, person._id);
      await endAllSessions(db, person._id, session);
      setSessionCookie(context, caller, await renewSession(db, session));
      await forgetDevices(db, person._id);
      await rememberDevice({ origin: context.origin, db }, caller, {
        id: person._id,
        email: person.email,
      });
      await queuePasswordLetter(db, person.email);
      return { user: person };
    });
    context.letters.wake();
    return changed;
  };
}
