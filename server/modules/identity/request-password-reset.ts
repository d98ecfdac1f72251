import type { identityCalls } from "#contract/identity.ts";
import { refuse } from "#contract/refusals.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import type { IdentityContext } from "./context.ts";
import { consumeSignedOutLimit } from "./signed-out-limit.ts";

const tooMany = refuse(
  "too-many",
  "Too many letters were requested from your network. Please try again in an hour.",
);

/** Earlier links stay valid, so that nobody can make them useless by asking again. */
export function requestPasswordReset(
  context: IdentityContext,
): Handler<typeof identityCalls.forgotten> {
  const { db, jobs, letters } = context;
  return async ({ body }, caller) => {
    const { email } = body;
    if (!(await consumeSignedOutLimit(context, "reset letters", { caller, email }))) return tooMany;
    await letters.addAccountLetter(db, "reset", email);
    jobs.wake();
    return { asked: true };
  };
}
