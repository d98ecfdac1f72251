import { setTimeout } from "node:timers/promises";
import { errorCode } from "./database-errors.ts";

const maxAttempts = 6;
/** serialization_failure, deadlock_detected */
const conflicts = new Set(["40001", "40P01"]);

/** `work` is one statement or one whole transaction, without other side effects. */
export async function retryOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts || !conflicts.has(errorCode(error) ?? "")) throw error;
      await setTimeout(Math.random() * 10 * 2 ** attempt);
    }
  }
}
