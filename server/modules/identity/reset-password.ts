import type { identityCalls } from "#contract/identity.ts";
import { refuse } from "#contract/refusals.ts";
import { setEmailVerified, setPasswordHash } from "#server/modules/customers/accounts.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { consumeCallerLimit } from "#server/platform/rate-limits/consume-limit.ts";
import type { IdentityContext } from "./context.ts";
import {
  consumeResetToken,
  deleteOneTimeTokens,
  deletePendingSignIns,
  findPerson,
  findResetTokenOwner,
} from "./credentials.ts";
import { findFamiliarity, forgetDevices, rememberDevice } from "./known-devices.ts";

const tooMany = refuse(
  "too-many",
  "Too many attempts from your network. Please try again in an hour.",
);
const invalidLink = refuse(
  "invalid",
  "This link has been used or has expired. Ask for a new one.",
  { token: "Is no longer valid" },
);

const limit = { action: "wrong reset links" };

export function resetPassword(context: IdentityContext): Handler<typeof identityCalls.reset> {
  const { filterPicture, jobs, letters, passwords } = context;
  return async ({ body }, caller) => {
    // Only those with a valid link may use the hashing queue. A rejected password leaves it valid.
    const ownerId = await findResetTokenOwner(context.db, body.token);
    const owner = ownerId && (await findPerson(context.db, ownerId, filterPicture));
    if (!owner) {
      // A link that is valid is never refused because of its neighbours.
      return (await consumeCallerLimit(context.db, limit, caller)) ? invalidLink : tooMany;
    }
    const problem = await passwords.problem(body.password, owner);
    if (problem) return problem;
    const { device: isOpener } = await findFamiliarity(context, caller, owner.email.toLowerCase());
    const client = { address: caller.address, knownTo: owner.email };
    const passwordHash = await passwords.hash(body.password, client);
    const done = await inTransaction(context.db, async (db) => {
      const id = await consumeResetToken(db, body.token);
      if (!id) return invalidLink;
      // An account with an unproven e-mail may have been opened by a stranger, with other ways to sign in.
      await context.signInSteps.claimUnverified(db, id, isOpener);
      await setPasswordHash(db, id, passwordHash);
      await deleteOneTimeTokens(db, id);
      await setEmailVerified(db, id);
      await context.signInSteps.endAllSessions(db, id);
      await forgetDevices(db, id);
      const user = await findPerson(db, id, filterPicture);
      if (!user) return invalidLink;
      const { origin } = context;
      await deletePendingSignIns(db, id);
      const entered = await context.signInSteps.enter({ env: context.env, origin, db }, caller, id);
      await letters.addAccountLetter(db, "password-changed", user.email);
      if (entered === "second-step") return { user: null };
      await rememberDevice({ origin, db }, caller, { id, email: user.email });
      return { user };
    });
    jobs.wake();
    return done;
  };
}
