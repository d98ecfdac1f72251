import { DeadlineExceeded } from "#server/platform/database/database-errors.ts";
import { timeouts } from "#server/platform/database/timeouts.ts";
import { withTimeout } from "#server/platform/processes/with-timeout.ts";
import type { Caller } from "./caller.ts";

/** Counts from the start of the session look-up. Late queries end by their own timeout. */
export function withRequestDeadline<Result>(
  { waitedMs }: Pick<Caller, "waitedMs">,
  work: () => Promise<Result>,
  whenLate: () => Result | undefined = () => undefined,
): Promise<Result> {
  return withTimeout<Result>(Promise.try(work), timeouts.requestDeadlineMs - waitedMs, () => {
    const late = whenLate();
    if (late === undefined) throw new DeadlineExceeded();
    return late;
  });
}
