import type { identityCalls } from "#contract/identity.ts";
import { refuse } from "#contract/refusals.ts";
import type { Handler } from "#server/http/handler.ts";
import type { Shop } from "#server/shop.ts";
import { dropResetTokens, findPasswordHash, setPassword } from "./credentials.ts";
import { forgetDevices, rememberDevice } from "./devices.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import { endAllSessions, renewSession } from "./sessions.ts";
import { giveSessionCookie } from "./start-session.ts";
import { giveTryBack, takeTry } from "./tries.ts";

const wrong = refuse("invalid", "The current password is not right.", {
  current: "Is not your current password",
});
const none = refuse(
  "conflict",
  "Your account has no password yet. Ask for a letter at “Forgot password?” to set one.",
);
const tooMany = refuse("too-many", "That was tried very often. Please wait an hour.");

/** Ends every other session: whoever changes a password may fear that somebody else knows it. */
export function changePassword(shop: Shop): Handler<typeof identityCalls.changePassword> {
  return async ({ body }, caller) => {
    const { person, session } = caller;
    if (!person.hasPassword) return none;
    const taken = await takeTry(shop, caller, person.email);
    if (!taken) return tooMany;
    const former = await findPasswordHash(shop.db, person._id);
    if (!former || !(await verifyPassword(body.current, former))) return wrong;
    await giveTryBack(shop, taken);
    const passwordHash = await hashPassword(body.password);
    return shop.db.transaction(async (db) => {
      if (!(await setPassword(db, person._id, passwordHash, former))) return wrong;
      await dropResetTokens(db, person._id);
      await endAllSessions(db, person._id, session);
      giveSessionCookie(shop, caller, await renewSession(db, session));
      await forgetDevices(db, person._id);
      await rememberDevice({ origin: shop.origin, db }, caller, {
        id: person._id,
        email: person.email,
      });
      return { user: person };
    });
  };
}
