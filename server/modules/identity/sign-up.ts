import type { identityCalls } from "#contract/identity.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { addUser } from "#server/modules/customers/add-user.ts";
import { addAccountLetter } from "#server/modules/letters/queue-letter.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { widestPrefix } from "#server/platform/rate-limits/address-prefix.ts";
import { consumeCallerLimit } from "#server/platform/rate-limits/consume-limit.ts";
import { rememberDevice } from "./known-devices.ts";
import { startSession } from "./start-session.ts";

const taken = refuse(
  "conflict",
  "There is an account with this e-mail already. Sign in, or ask for a new password.",
  { email: "Has an account already" },
);
const tooMany = refuse(
  "too-many",
  "Too many accounts were created from your network. Please try again in an hour.",
);

export function signUp(context: Context): Handler<typeof identityCalls.signUp> {
  return async ({ body }, caller) => {
    const { name, email, password } = body;
    if (!(await consumeCallerLimit(context.db, { action: "sign-ups" }, caller))) return tooMany;
    const problem = await context.passwords.problem(password, { name, email });
    if (problem) return problem;
    const passwordHash = await context.passwords.hash(password, { address: caller.address });
    const signedUp = await inTransaction(context.db, async (db) => {
      const id = await addUser(db, { name, email, role: "customer", passwordHash });
      if (!id) return taken;
      await startSession({ origin: context.origin, db }, caller, id);
      await rememberDevice({ origin: context.origin, db }, caller, { id, email });
      await addAccountLetter(db, "verify-email", email, {
        share: widestPrefix(caller.address),
      });
      const user = { _id: id, name, email, img: "", hasPassword: true, emailVerified: false };
      return { user };
    });
    context.jobs.wake();
    return signedUp;
  };
}
