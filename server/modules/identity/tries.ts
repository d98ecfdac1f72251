// How often a password may be tried. In an hour at most 20 tries on one account reach the hash,
// wherever they come from; half of them are for the owner's own devices and networks.
import type { Caller } from "#server/platform/http/caller.ts";
import { Refused } from "#server/platform/http/refused.ts";
import { addressPrefixes } from "#server/platform/rate-limits/address-prefix.ts";
import { giveBack, type Limit, take } from "#server/platform/rate-limits/take.ts";
import type { IdentityContext } from "./context.ts";
import { type Familiar, familiarity } from "./devices.ts";
import type { HashingClient } from "./hashing-queue.ts";
import { verifyPassword } from "./passwords.ts";

const hour = 3_600;

/** What a try was counted against. */
export type Try = { account: Limit; networks: Limit[]; client: HashingClient };

export async function countTry(
  context: IdentityContext,
  caller: Caller,
  email: string,
): Promise<Try | undefined> {
  const familiar = await familiarity(context, caller, email);
  // A stranger in the same network must not use up the owner's tries either.
  const networks = familiar.device ? [] : networkLimits(caller);
  for (const limit of networks) if (!(await take(context.db, limit))) return undefined;
  const client = { address: caller.address, knownTo: familiar.device ? email : undefined };
  for (const account of accountLimits(email, familiar)) {
    if (await take(context.db, account)) return { account, networks, client };
  }
  return undefined;
}

/** A right password is not counted. What never reached the hash counts for the network only. */
export async function verifyTry(
  { db }: IdentityContext,
  { account, networks, client }: Try,
  password: string,
  hash: string | null,
): Promise<boolean> {
  const isRight = await verifyPassword(password, hash, client).catch(async (error) => {
    if (error instanceof Refused) await giveBack(db, account);
    throw error;
  });
  if (isRight) for (const limit of [account, ...networks]) await giveBack(db, limit);
  return isRight;
}

function networkLimits({ address }: Caller): Limit[] {
  const [network, wide] = addressPrefixes(address);
  const from = (prefix: string, most: number) => ({
    key: `tries from ${prefix}`,
    most,
    seconds: hour,
  });
  return [from(network, 100), ...(wide === undefined ? [] : [from(wide, 400)])];
}

function accountLimits(email: string, familiar: Familiar): Limit[] {
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
