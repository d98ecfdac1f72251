import { isLoopback } from "#server/platform/config/env-addresses.ts";
import type { Caller } from "#server/platform/http/caller.ts";

const maxPerSession = 50;
const maxPerPerson = 100;
const visitorShare = 0.05;

export type Bound = { holder: string; most: number };

export function liveBounds(
  { person, session, address }: Pick<Caller, "person" | "session" | "address">,
  network: string,
  mostInAll: number,
): Bound[] {
  if (person) {
    return [
      { holder: `session ${session}`, most: maxPerSession },
      { holder: `person ${person._id}`, most: maxPerPerson },
    ];
  }
  // Programs on the shop's own machine are no network of visitors.
  if (isLoopback(address.replace(/^::ffff:/, ""))) return [];
  return [{ holder: `visitors of ${network}`, most: Math.ceil(mostInAll * visitorShare) }];
}
