import type { identityCalls } from "#contract/identity.ts";
import { refuse } from "#contract/refusals.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { consumeNetworkLimit } from "#server/platform/rate-limits/consume-limit.ts";
import type { IdentityContext } from "./context.ts";

const tooMany = refuse(
  "too-many",
  "Too many letters were requested from your network. Please try again in an hour.",
);

/** Earlier links stay valid, so that nobody can make them useless by asking again. */
export function requestPasswordReset({
  db,
  jobs,
  letters,
}: IdentityContext): Handler<typeof identityCalls.forgotten> {
  return async ({ body }, caller) => {
    if (!(await consumeNetworkLimit(db, "reset letters", caller))) return tooMany;
    await letters.addAccountLetter(db, "reset", body.email);
    jobs.wake();
    return { asked: true };
  };
}
