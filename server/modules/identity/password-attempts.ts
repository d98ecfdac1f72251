// How often a password may be tried. In an hour at most 20 tries on one account reach the hash,
// wherever they come from; half of them are for the owner's own devices and networks.
import type { Caller } from "#server/platform/http/caller.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { addressPrefixes } from "#server/platform/rate-limits/address-prefix.ts";
import {
  consumeLimit,
  type Limit,
  restoreLimit,
} from "#server/platform/rate-limits/consume-limit.ts";
import type { IdentityContext } from "./context.ts";
import type { HashingClient } from "./hashing-queue.ts";
import { type Familiarity, findFamiliarity } from "./known-devices.ts";
import { verifyPassword } from "./passwords.ts";

const hour = 3_600;

/** What a try was counted against. */
export type PasswordAttempt = { account: Limit; networks: Limit[]; client: HashingClient };

export async function countAttempt(
  context: IdentityContext,
  caller: Caller,
  email: string,
): Promise<PasswordAttempt | undefined> {
  const familiar = await findFamiliarity(context, caller, email);
  // A stranger in the same network must not use up the owner's tries either.
  const networks = familiar.device ? [] : networkLimits(caller);
  for (const limit of networks) if (!(await consumeLimit(context.db, limit))) return undefined;
  const client = { address: caller.address, knownTo: familiar.device ? email : undefined };
  for (const account of accountLimits(email, familiar)) {
    if (await consumeLimit(context.db, account)) return { account, networks, client };
  }
  return undefined;
}

/** A right password is not counted. What never reached the hash counts for the network only. */
export async function verifyAttempt(
  { db }: IdentityContext,
  { account, networks, client }: PasswordAttempt,
  password: string,
  hash: string | null,
): Promise<boolean> {
  const isRight = await verifyPassword(password, hash, client).catch(async (error) => {
    if (error instanceof RefusalError) await restoreLimit(db, account);
    throw error;
  });
  if (isRight) for (const limit of [account, ...networks]) await restoreLimit(db, limit);
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

function accountLimits(email: string, familiar: Familiarity): Limit[] {
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
