import type { Refusal } from "#contract/refusals.ts";
import { DeadlineExceeded } from "#server/platform/database/database-errors.ts";
import { timeouts } from "#server/platform/database/timeouts.ts";
import { withTimeout } from "#server/platform/processes/with-timeout.ts";
import type { Caller } from "./caller.ts";

/** Counts from the start of the session look-up. Late queries end by their own timeout. */
export function withRequestDeadline<Result>(
  caller: Pick<Caller, "waitedMs" | "replyWhenLate">,
  work: () => Promise<Result>,
): Promise<Result | Refusal> {
  const leftMs = timeouts.requestDeadlineMs - caller.waitedMs;
  return withTimeout<Result | Refusal>(Promise.try(work), leftMs, () => {
    if (!caller.replyWhenLate) throw new DeadlineExceeded();
    return caller.replyWhenLate;
  });
}
