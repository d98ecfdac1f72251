import { refuse } from "#contract/refusals.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";

/** Thrown, so that the transaction is rolled back. */
export function invalid(field: string, message: string): RefusalError {
  return new RefusalError(refuse("invalid", `${message}. Please check it.`, { [field]: message }));
}
