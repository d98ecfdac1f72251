// The way back in for who forgot: a letter with a link that sets a new password, once.
import type { identityCalls } from "#contract/identity.ts";
import { refuse } from "#contract/refusals.ts";
import { createPictureFilter } from "#server/platform/config/picture-filter.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { addressPrefix } from "#server/platform/rate-limits/address-prefix.ts";
import { consumeLimit } from "#server/platform/rate-limits/consume-limit.ts";
import type { IdentityContext } from "./context.ts";
import {
  consumeResetToken,
  deleteResetTokens,
  findPerson,
  findResetTokenOwner,
  setPassword,
} from "./credentials.ts";
import { markEmailVerified } from "./email-verification.ts";
import { forgetDevices, rememberDevice } from "./known-devices.ts";
import { queuePasswordLetter } from "./password-letter.ts";
import { passwordProblem } from "./password-problem.ts";
import { hashPassword } from "./passwords.ts";
import { resetLetterKind } from "./reset-letter.ts";
import { endAllSessions } from "./sessions.ts";
import { startSession } from "./start-session.ts";

const hour = 3_600;
const tooMany = refuse("too-many", "That was tried very often from your network. Wait an hour.");
const spent = refuse("invalid", "This link was used already or is too old. Ask for a new one.", {
  token: "Is not good any more",
});

export function requestPasswordReset({
  db,
  letters,
}: IdentityContext): Handler<typeof identityCalls.forgotten> {
  return async ({ body }, caller) => {
    const fromHere = {
      key: `letters asked from ${addressPrefix(caller.address)}`,
      most: 60,
      seconds: hour,
    };
    if (!(await consumeLimit(db, fromHere))) return tooMany;
    // The queue bounds what a mailbox gets. Earlier links stay good, so that nobody can spoil them
    // by asking again and again.
    await letters.ask(resetLetterKind, body.email);
    return { asked: true };
  };
}

export function resetPassword(context: IdentityContext): Handler<typeof identityCalls.reset> {
  const show = createPictureFilter(context.env);
  return async ({ body }, caller) => {
    const limit = { key: `resets from ${addressPrefix(caller.address)}`, most: 60, seconds: hour };
    if (!(await consumeLimit(context.db, limit))) return tooMany;
    // A look first: hashing is for those who bring a link.
    const asked = await findResetTokenOwner(context.db, body.token);
    const owner = asked && (await findPerson(context.db, asked, show));
    if (!owner) return spent;
    // The link stays good for a better one.
    const easy = await passwordProblem(body.password, {
      shopName: context.env.SHOP_NAME,
      ...owner,
    });
    if (easy) return easy;
    const client = { address: caller.address, knownTo: owner.email };
    const passwordHash = await hashPassword(body.password, client);
    const done = await context.db.transaction(async (db) => {
      const userId = await consumeResetToken(db, body.token);
      if (!userId) return spent;
      await setPassword(db, userId, passwordHash);
      await deleteResetTokens(db, userId);
      await markEmailVerified(db, userId);
      await endAllSessions(db, userId);
      await forgetDevices(db, userId);
      const user = await findPerson(db, userId, show);
      if (!user) return spent;
      const { origin } = context;
      await startSession({ origin, db }, caller, userId);
      await rememberDevice({ origin, db }, caller, { id: userId, email: user.email });
      await queuePasswordLetter(db, user.email);
      return { user };
    });
    context.letters.wake();
    return done;
  };
}
