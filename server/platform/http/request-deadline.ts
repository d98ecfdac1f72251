// Nobody waits longer than this for an answer, whatever the request itself waits for.
import { DeadlineExceeded } from "#server/platform/database/database-errors.ts";
import { timeouts } from "#server/platform/database/timeouts.ts";
import type { Caller } from "./caller.ts";

/**
 * Rejects when the request has taken too long, the look-up of its session included. What it had begun
 * goes on, each query within its own time limit.
 */
export async function withRequestDeadline<Result>(
  { waited }: Pick<Caller, "waited">,
  work: () => Promise<Result>,
  /** What is answered instead, where there is something better to say by then. */
  whenLate: () => Result | undefined = () => undefined,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<Result>((resolve, reject) => {
    const end = () => {
      const late = whenLate();
      if (late === undefined) reject(new DeadlineExceeded());
      else resolve(late);
    };
    timer = setTimeout(end, timeouts.requestDeadlineMs - waited);
  });
  return Promise.race([Promise.try(work), deadline]).finally(() => clearTimeout(timer));
}
