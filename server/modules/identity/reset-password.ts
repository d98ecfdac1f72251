import type { identityCalls } from "#contract/identity.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { setEmailVerified, setPasswordHash } from "#server/modules/customers/accounts.ts";
import { addAccountLetter } from "#server/modules/letters/queue-letter.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { consumeCallerLimit } from "#server/platform/rate-limits/consume-limit.ts";
import type { AccountEndings } from "./account-endings.ts";
import {
  consumeResetToken,
  deleteOneTimeTokens,
  deletePendingSignIns,
  findPerson,
  findResetTokenOwner,
} from "./credentials.ts";
import { endAllSessions } from "./end-sessions.ts";
import { findFamiliarity, forgetDevices, rememberDevice } from "./known-devices.ts";
import { enter } from "./second-step/enter.ts";
import { claimUnverified } from "./sign-in-code/claim-unverified.ts";

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

export function resetPassword(
  context: Context,
  endings: AccountEndings,
): Handler<typeof identityCalls.reset> {
  const { filterPicture, jobs, passwords } = context;
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
      await claimUnverified(db, id, isOpener, endings);
      await setPasswordHash(db, id, passwordHash);
      await deleteOneTimeTokens(db, id);
      await setEmailVerified(db, id);
      await endAllSessions(db, id);
      await forgetDevices(db, id);
      const user = await findPerson(db, id, filterPicture);
      if (!user) return invalidLink;
      const { origin } = context;
      await deletePendingSignIns(db, id);
      const entered = await enter({ env: context.env, origin, db }, caller, id);
      await addAccountLetter(db, "password-changed", user.email);
      if (entered === "second-step") return { user: null };
      await rememberDevice({ origin, db }, caller, { id, email: user.email });
      return { user };
    });
    jobs.wake();
    return done;
  };
}
