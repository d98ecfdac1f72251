import type { identityCalls } from "#contract/identity.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { addAccountLetter } from "#server/modules/letters/queue-letter.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { consumeLimits } from "#server/platform/rate-limits/consume-limit.ts";
import { findFamiliarity } from "./known-devices.ts";
import { signedOutLimits, signedOutShare } from "./signed-out-limit.ts";

const tooMany = refuse(
  "too-many",
  "Too many letters were requested from your network. Please try again in an hour.",
);

/** Earlier links stay valid, so that nobody can make them useless by asking again. */
export function requestPasswordReset(context: Context): Handler<typeof identityCalls.forgotten> {
  const { db, jobs } = context;
  return async ({ body }, caller) => {
    const { email } = body;
    const familiarity = await findFamiliarity(context, caller, email);
    const asked = { caller, email, familiarity };
    if (!(await consumeLimits(db, signedOutLimits("reset letters", asked)))) return tooMany;
    await addAccountLetter(db, "reset", email, { share: signedOutShare(asked) });
    jobs.wake();
    return { asked: true };
  };
}
