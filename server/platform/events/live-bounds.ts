import { isLoopback } from "#server/platform/config/env-addresses.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import { addressKeys } from "#server/platform/rate-limits/limit-keys.ts";

const maxPerSession = 50;
const maxPerPerson = 100;
const visitorShare = 0.02;

export type Bound = { holder: string; most: number };

export function liveBounds(
  { person, session, address }: Pick<Caller, "person" | "session" | "address">,
  mostInAll: number,
): Bound[] {
  const own = person
    ? [
        { holder: `session ${session}`, most: maxPerSession },
        { holder: `person ${person._id}`, most: maxPerPerson },
      ]
    : [];
  // Programs on the shop's own machine are no visitors.
  if (person?.emailVerified || isLoopback(address.replace(/^::ffff:/, ""))) return own;
  const ofAddress = addressKeys(address).map(({ key, factor }) => ({
    holder: `visitors of ${key}`,
    most: Math.ceil(mostInAll * visitorShare) * factor,
  }));
  return [...own, ...ofAddress];
}
