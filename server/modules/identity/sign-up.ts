import type { identityCalls } from "#contract/identity.ts";
import { refuse } from "#contract/refusals.ts";
import { addUser } from "#server/modules/customers/store.ts";
import { queueIdentityLetter } from "#server/modules/letters/queue-letter.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { addressPrefix } from "#server/platform/rate-limits/address-prefix.ts";
import { consumeLimit } from "#server/platform/rate-limits/consume-limit.ts";
import type { IdentityContext } from "./context.ts";
import { rememberDevice } from "./known-devices.ts";
import { passwordProblem } from "./password-problem.ts";
import { hashPassword } from "./passwords.ts";
import { startSession } from "./start-session.ts";
import { verificationLetterKind } from "./verification-letter.ts";

const taken = refuse(
  "conflict",
  "There is an account with this e-mail already. Sign in, or ask for a new password.",
  { email: "Has an account already" },
);
const tooMany = refuse(
  "too-many",
  "Many accounts were made from your network just now. Please try again in an hour.",
);

export function signUp(context: IdentityContext): Handler<typeof identityCalls.signUp> {
  return async ({ body }, caller) => {
    const { name, email, password } = body;
    const limit = {
      key: `sign-ups from ${addressPrefix(caller.address)}`,
      most: 60,
      seconds: 3_600,
    };
    if (!(await consumeLimit(context.db, limit))) return tooMany;
    const easy = await passwordProblem(password, { shopName: context.env.SHOP_NAME, name, email });
    if (easy) return easy;
    const passwordHash = await hashPassword(password, { address: caller.address });
    const signedUp = await context.db.transaction(async (db) => {
      const id = await addUser(db, { name, email, role: "customer", passwordHash });
      if (!id) return taken;
      await startSession({ origin: context.origin, db }, caller, id);
      await rememberDevice({ origin: context.origin, db }, caller, { id, email });
      await queueIdentityLetter(db, verificationLetterKind, email);
      const user = { _id: id, name, email, img: "", hasPassword: true, emailVerified: false };
      return { user };
    });
    context.letters.wake();
    return signedUp;
  };
}
