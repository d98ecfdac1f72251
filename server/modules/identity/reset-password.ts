import type { identityCalls } from "#contract/identity.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { setPasswordHash } from "#server/modules/customers/accounts.ts";
import { queueIdentityLetter } from "#server/modules/letters/queue-letter.ts";
import { createPictureFilter } from "#server/platform/config/picture-filter.ts";
import { inTransaction } from "#server/platform/database/connect.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import {
  consumeResetToken,
  deleteResetTokens,
  findPerson,
  findResetTokenOwner,
} from "./credentials.ts";
import { markEmailVerified } from "./email-verification.ts";
import { forgetDevices, rememberDevice } from "./known-devices.ts";
import { consumeNetworkLimit } from "./network-limit.ts";
import { passwordProblem } from "./password-problem.ts";
import { hashPassword } from "./passwords.ts";
import { endAllSessions } from "./sessions.ts";
import { startSession } from "./start-session.ts";

const tooMany = refuse(
  "too-many",
  "Too many tries from your network. Please try again in an hour.",
);
const invalidLink = refuse(
  "invalid",
  "This link was used already or is too old. Ask for a new one.",
  { token: "Is not good any more" },
);

export function resetPassword(context: Context): Handler<typeof identityCalls.reset> {
  const { env, jobs } = context;
  const filterPicture = createPictureFilter(env);
  return async ({ body }, caller) => {
    if (!(await consumeNetworkLimit(context.db, "resets", caller))) return tooMany;
    // Only those with a valid link may use the hashing queue. A rejected password leaves it valid.
    const ownerId = await findResetTokenOwner(context.db, body.token);
    const owner = ownerId && (await findPerson(context.db, ownerId, filterPicture));
    if (!owner) return invalidLink;
    const problem = await passwordProblem(body.password, { shopName: env.SHOP_NAME, ...owner });
    if (problem) return problem;
    const client = { address: caller.address, knownTo: owner.email };
    const passwordHash = await hashPassword(body.password, client);
    const done = await inTransaction(context.db, async (db) => {
      const id = await consumeResetToken(db, body.token);
      if (!id) return invalidLink;
      await setPasswordHash(db, id, passwordHash);
      await deleteResetTokens(db, id);
      await markEmailVerified(db, id);
      await endAllSessions(db, id);
      await forgetDevices(db, id);
      const user = await findPerson(db, id, filterPicture);
      if (!user) return invalidLink;
      const { origin } = context;
      await startSession({ origin, db }, caller, id);
      await rememberDevice({ origin, db }, caller, { id, email: user.email });
      await queueIdentityLetter(db, "password-changed", user.email);
      return { user };
    });
    jobs.wake();
    return done;
  };
}
