import type { Caller } from "#server/platform/http/caller.ts";
import {
  consumeLimits,
  keyLimits,
  type Limit,
} from "#server/platform/rate-limits/consume-limit.ts";
import { addressKeys } from "#server/platform/rate-limits/limit-keys.ts";
import type { IdentityContext } from "./context.ts";
import { findFamiliarity } from "./known-devices.ts";

type SignedOut = { caller: Caller; email: string };

/** Whether this browser, or another with the same address prefix, has signed in to the account before. */
export async function isFamiliar(
  context: IdentityContext,
  { caller, email }: SignedOut,
): Promise<boolean> {
  const { device, prefix } = await findFamiliarity(context, caller, email);
  return device || prefix;
}

/**
 * Counts by account where the caller is familiar to it, so that others with a similar address cannot
 * use up what they may. Everyone else counts for each prefix of their address.
 */
export function signedOutLimits(
  action: string,
  { caller, email, isKnown }: SignedOut & { isKnown: boolean },
): Limit[] {
  const keys = isKnown ? [{ key: email, factor: 1 }] : addressKeys(caller.address);
  return keyLimits({ action }, keys);
}

export async function consumeSignedOutLimit(
  context: IdentityContext,
  action: string,
  asked: SignedOut,
): Promise<boolean> {
  const isKnown = await isFamiliar(context, asked);
  return consumeLimits(context.db, signedOutLimits(action, { ...asked, isKnown }));
}
