import type { Context } from "#server/context.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import {
  consumeLimits,
  keyLimits,
  type Limit,
} from "#server/platform/rate-limits/consume-limit.ts";
import { addressKeys, type LimitKey } from "#server/platform/rate-limits/limit-keys.ts";
import { type Familiarity, findFamiliarity } from "./known-devices.ts";

type SignedOut = { caller: Caller; email: string };
type Asked = SignedOut & { familiarity: Familiarity };

/**
 * Browsers and address prefixes that are known to the account count for the account, so that others
 * with a similar address cannot use up what they may. Others count for each prefix of their address.
 */
export const signedOutLimits = (action: string, asked: Asked): Limit[] =>
  keyLimits({ action }, keysOf(asked));

/** Among which the letters that they ask for take turns. */
export const signedOutShare = (asked: Asked): string => keysOf(asked).at(-1)?.key ?? "unknown";

export async function consumeSignedOutLimit(
  context: Context,
  action: string,
  { caller, email }: SignedOut,
): Promise<boolean> {
  const familiarity = await findFamiliarity(context, caller, email);
  return consumeLimits(context.db, signedOutLimits(action, { caller, email, familiarity }));
}

function keysOf({ caller, email, familiarity }: Asked): LimitKey[] {
  const { device, prefix } = familiarity;
  if (device) return [{ key: `known browsers of ${email}`, factor: 1 }];
  if (prefix) return [{ key: `known prefixes of ${email}`, factor: 1 }];
  return addressKeys(caller.address);
}
