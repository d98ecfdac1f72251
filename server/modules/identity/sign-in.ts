import type { identityCalls } from "#contract/identity.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { setPasswordHash } from "#server/modules/customers/accounts.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { findCredentials, findPerson } from "./credentials.ts";
import { rememberDevice } from "./known-devices.ts";
import { countAttempt, verifyAttempt } from "./password-attempts.ts";
import { enter } from "./second-step/enter.ts";

const wrong = refuse("not-signed-in", "The e-mail or the password is not right.");
const tooMany = refuse(
  "too-many",
  "Too many attempts on this account or from your network. Wait an hour, or ask for a new password: " +
    "the link in our letter signs you in at once.",
);

/** An unknown e-mail gets the same answer after the same work as a wrong password. */
export function signIn(context: Context): Handler<typeof identityCalls.signIn> {
  return async ({ body }, caller) => {
    const attempt = await countAttempt(context, caller, body.email);
    if (!attempt) return tooMany;
    const known = await findCredentials(context.db, body.email);
    const hash = known?.passwordHash ?? null;
    const isRight = await verifyAttempt(context, attempt, body.password, hash);
    if (!known || !isRight || !hash) return wrong;
    const entered = await enter(context, caller, known.id, hash);
    if (entered === "refused") return wrong;
    if (context.passwords.isOutdatedHash(hash)) {
      const renewed = await context.passwords.hash(body.password, attempt.client);
      await setPasswordHash(context.db, known.id, renewed, hash);
    }
    if (entered === "second-step") return { user: null };
    await rememberDevice(context, caller, { id: known.id, email: body.email });
    const user = await findPerson(context.db, known.id, context.filterPicture);
    return user ? { user } : wrong;
  };
}
