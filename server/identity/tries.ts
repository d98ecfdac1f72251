// How often a password may be tried: enough for who mistypes, hopeless for who guesses. In an
// hour at most 20 tries on one account reach the hash, wherever they come from; half of them
// are kept for the owner's own browsers and network.
import type { Caller } from "#server/http/caller.ts";
import { addressPrefix } from "#server/limits/address-prefix.ts";
import { giveBack, type Limit, take } from "#server/limits/take.ts";
import type { Shop } from "#server/shop.ts";
import { type Familiar, familiarity } from "./devices.ts";

const hour = 3_600;

/** What a try took, to be given back if the password was right. */
export type Try = Limit[];

export async function takeTry(shop: Shop, caller: Caller, email: string): Promise<Try | undefined> {
  const familiar = await familiarity(shop, caller, email);
  const fromHere = { key: `tries from ${addressPrefix(caller.address)}`, most: 100, seconds: hour };
  // A stranger in the same network must not use up the owner's tries either.
  const bounded = familiar.device ? [] : [fromHere];
  for (const limit of bounded) if (!(await take(shop.db, limit))) return undefined;
  for (const limit of allowances(email, familiar)) {
    if (await take(shop.db, limit)) return [limit, ...bounded];
  }
  return undefined;
}

export async function giveTryBack(shop: Shop, taken: Try): Promise<void> {
  for (const limit of taken) await giveBack(shop.db, limit);
}

function allowances(email: string, familiar: Familiar): Limit[] {
  const of = (whom: string, most: number) => ({
    key: `tries of ${whom} on ${email}`,
    most,
    seconds: hour,
  });
  return [
    ...(familiar.device ? [of("known browsers", 5)] : []),
    ...(familiar.network ? [of("known networks", 5)] : []),
    of("anybody", 10),
  ];
}
