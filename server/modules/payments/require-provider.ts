import { refuse } from "#contract/refusals.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import type { PaymentsContext } from "./context.ts";
import type { Provider } from "./provider-types.ts";

const notSetUp = refuse("unavailable", "Card payments are not set up in this shop.");

export function requireProvider({ provider }: Pick<PaymentsContext, "provider">): Provider {
  if (!provider) throw new RefusalError(notSetUp);
  return provider;
}
