import { addressPrefixes } from "./address-prefix.ts";

/** What a limit counts, and how many times its bound this may use. */
export type LimitKey = { key: string; factor: number };

type Counted = { person: { _id: string; emailVerified: boolean } | null; address: string };

/**
 * A person with a verified e-mail is counted alone, so that others with a similar address cannot use
 * up their limit. Everyone else counts for each prefix of their address.
 */
export function limitKeys({ person, address }: Counted): LimitKey[] {
  if (person?.emailVerified) return [personKey(person)];
  return [...(person ? [personKey(person)] : []), ...addressKeys(address)];
}

/** Where all who share something take turns: a person alone, others with their widest prefix. */
export const shareOf = (caller: Counted): string => limitKeys(caller).at(-1)?.key ?? "unknown";

export const personKey = ({ _id }: { _id: string }): LimitKey => ({ key: _id, factor: 1 });

export const addressKeys = (address: string): LimitKey[] =>
  addressPrefixes(address).map(({ prefix, factor }) => ({ key: prefix, factor }));
