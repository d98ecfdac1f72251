import type { identityCalls } from "#contract/identity.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { queueIdentityLetter } from "#server/modules/letters/queue-letter.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { consumeNetworkLimit } from "./network-limit.ts";

const tooMany = refuse(
  "too-many",
  "Many letters were asked for from your network. Please try again in an hour.",
);

/** Earlier links stay valid, so that nobody can make them useless by asking again. */
export function requestPasswordReset({
  db,
  jobs,
}: Context): Handler<typeof identityCalls.forgotten> {
  return async ({ body }, caller) => {
    if (!(await consumeNetworkLimit(db, "reset letters", caller))) return tooMany;
    await queueIdentityLetter(db, "reset", body.email);
    jobs.wake();
    return { asked: true };
  };
}
