// Two transactions that stand in each other's way: PostgreSQL ends one of them, and whoever was
// ended only needs to try again. Nothing of it was written.
import { setTimeout } from "node:timers/promises";
import { errorCode } from "./database-errors.ts";

const tries = 6;
/** serialization_failure, deadlock_detected */
const passing = new Set(["40001", "40P01"]);

/** `work` is one statement or one whole transaction, and asks nobody but the database. */
export async function retryOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (tried === tries || !passing.has(errorCode(error) ?? "")) throw error;
      // Not all at the same moment again.
      await setTimeout(Math.random() * 10 * 2 ** tried);
    }
  }
}
