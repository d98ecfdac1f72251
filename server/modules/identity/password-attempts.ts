import type { IdentityContext } from "./context.ts";
// Half of the attempts on an account are for known browsers and networks, so that strangers cannot lock the owner out.

import type { Caller } from "#server/platform/http/caller.ts";
import { addressPrefixes } from "#server/platform/rate-limits/address-prefix.ts";
import {
  consumeLimit,
  type Limit,
  restoreLimit,
} from "#server/platform/rate-limits/consume-limit.ts";
import type { HashingClient } from "./hashing-queue.ts";
import { type Familiarity, findFamiliarity } from "./known-devices.ts";

const seconds = 3_600;

type PasswordAttempt = { account: Limit; networks: Limit[]; client: HashingClient };

export async function countAttempt(
  context: IdentityContext,
  caller: Caller,
  email: string,
): Promise<PasswordAttempt | undefined> {
  const familiarity = await findFamiliarity(context, caller, email);
  // Known browsers are exempt: others in the same network may have used up its limit.
  const networks = familiarity.device ? [] : networkLimits(caller);
  for (const limit of networks) if (!(await consumeLimit(context.db, limit))) return undefined;
  const client = { address: caller.address, knownTo: familiarity.device ? email : undefined };
  for (const account of accountLimits(email, familiarity)) {
    if (await consumeLimit(context.db, account)) return { account, networks, client };
  }
  return undefined;
}

/** A right password is not counted. One that never reached the hash counts for the network only. */
export async function verifyAttempt(
  { db, passwords }: IdentityContext,
  { account, networks, client }: PasswordAttempt,
  password: string,
  hash: string | null,
): Promise<boolean> {
  const isRight = await passwords.verify(password, hash, client).catch(async (error) => {
    await restoreLimit(db, account);
    throw error;
  });
  if (isRight) for (const limit of [account, ...networks]) await restoreLimit(db, limit);
  return isRight;
}

function networkLimits({ address }: Caller): Limit[] {
  const [network, wide] = addressPrefixes(address);
  const limit = (prefix: string, most: number) => ({
    key: `password attempts from ${prefix}`,
    most,
    seconds,
  });
  return [limit(network, 100), ...(wide === undefined ? [] : [limit(wide, 400)])];
}

function accountLimits(email: string, { device, network }: Familiarity): Limit[] {
  const limit = (from: string, most: number) => ({
    key: `password attempts from ${from} on ${email}`,
    most,
    seconds,
  });
  return [
    ...(device ? [limit("known browsers", 5)] : []),
    ...(network ? [limit("known networks", 5)] : []),
    limit("anywhere", 10),
  ];
}
