// Half of the attempts on an account are for its known browsers and address prefixes, so that strangers cannot lock the owner out.
import type { Context } from "#server/context.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import {
  consumeLimit,
  consumeLimits,
  keyLimits,
  type Limit,
  restoreLimit,
  restoreLimits,
} from "#server/platform/rate-limits/consume-limit.ts";
import { addressKeys } from "#server/platform/rate-limits/limit-keys.ts";
import type { HashingClient } from "./hashing-queue.ts";
import { type Familiarity, findFamiliarity } from "./known-devices.ts";

const seconds = 3_600;

type PasswordAttempt = { account: Limit; ofAddress: Limit[]; client: HashingClient };

export async function countAttempt(
  context: Context,
  caller: Caller,
  email: string,
): Promise<PasswordAttempt | undefined> {
  const familiarity = await findFamiliarity(context, caller, email);
  // Who is known counts for the account alone: others nearby may have used up what their address may.
  const isKnown = familiarity.device || familiarity.prefix;
  const ofAddress = isKnown ? [] : addressLimits(caller);
  if (!(await consumeLimits(context.db, ofAddress))) return undefined;
  const client = { address: caller.address, knownTo: isKnown ? email : undefined };
  for (const account of accountLimits(email, familiarity)) {
    if (await consumeLimit(context.db, account)) return { account, ofAddress, client };
  }
  return undefined;
}

/** A right password is not counted. One that never reached the hash counts for the address only. */
export async function verifyAttempt(
  { db, passwords }: Context,
  { account, ofAddress, client }: PasswordAttempt,
  password: string,
  hash: string | null,
): Promise<boolean> {
  const isRight = await passwords.verify(password, hash, client).catch(async (error) => {
    await restoreLimit(db, account);
    throw error;
  });
  if (isRight) await restoreLimits(db, [account, ...ofAddress]);
  return isRight;
}

const addressLimits = ({ address }: Caller): Limit[] =>
  keyLimits({ action: "password attempts", most: 50, seconds }, addressKeys(address));

function accountLimits(email: string, { device, prefix }: Familiarity): Limit[] {
  const limit = (from: string, most: number) => ({
    key: `password attempts from ${from} on ${email}`,
    most,
    seconds,
  });
  return [
    ...(device ? [limit("known browsers", 5)] : []),
    ...(prefix ? [limit("known prefixes", 5)] : []),
    limit("anywhere", 10),
  ];
}
