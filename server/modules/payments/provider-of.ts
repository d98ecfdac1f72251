import { refuse } from "#contract/refusals.ts";
import { Refused } from "#server/platform/http/refused.ts";
import type { PaymentsContext } from "./context.ts";
import type { Provider } from "./provider-words.ts";

const notSetUp = refuse("unavailable", "Card payments are not set up in this shop.");

/** A shop without keys of a card provider does all but take money. */
export function providerOf({ provider }: Pick<PaymentsContext, "provider">): Provider {
  if (!provider) throw new Refused(notSetUp);
  return provider;
}
