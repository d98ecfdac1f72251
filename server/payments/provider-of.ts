import { refuse } from "#contract/refusals.ts";
import { Refused } from "#server/http/refused.ts";
import type { Shop } from "#server/shop.ts";
import type { Provider } from "./provider-words.ts";

const notSetUp = refuse("unavailable", "Card payments are not set up in this shop.");

/** A shop without keys of a card provider does all but take money. */
export function providerOf({ provider }: Pick<Shop, "provider">): Provider {
  if (!provider) throw new Refused(notSetUp);
  return provider;
}
