import type { identityCalls } from "#contract/identity.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { addUser } from "#server/modules/customers/accounts.ts";
import { queueIdentityLetter } from "#server/modules/letters/queue-letter.ts";
import { inTransaction } from "#server/platform/database/connect.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { rememberDevice } from "./known-devices.ts";
import { consumeNetworkLimit } from "./network-limit.ts";
import { passwordProblem } from "./password-problem.ts";
import { hashPassword } from "./passwords.ts";
import { startSession } from "./start-session.ts";

const taken = refuse(
  "conflict",
  "There is an account with this e-mail already. Sign in, or ask for a new password.",
  { email: "Has an account already" },
);
const tooMany = refuse(
  "too-many",
  "Many accounts were made from your network just now. Please try again in an hour.",
);

export function signUp(context: Context): Handler<typeof identityCalls.signUp> {
  return async ({ body }, caller) => {
    const { name, email, password } = body;
    if (!(await consumeNetworkLimit(context.db, "sign-ups", caller))) return tooMany;
    const problem = await passwordProblem(password, {
      shopName: context.env.SHOP_NAME,
      name,
      email,
    });
    if (problem) return problem;
    const passwordHash = await hashPassword(password, { address: caller.address });
    const signedUp = await inTransaction(context.db, async (db) => {
      const id = await addUser(db, { name, email, role: "customer", passwordHash });
      if (!id) return taken;
      await startSession({ origin: context.origin, db }, caller, id);
      await rememberDevice({ origin: context.origin, db }, caller, { id, email });
      await queueIdentityLetter(db, "verify-email", email);
      const user = { _id: id, name, email, img: "", hasPassword: true, emailVerified: false };
      return { user };
    });
    context.jobs.wake();
    return signedUp;
  };
}
