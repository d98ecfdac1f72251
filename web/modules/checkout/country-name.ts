import type { CheckoutAddress } from "#contract/checkout-address.ts";
import { countryName, formatAddress } from "#contract/rules/format-address.ts";

export function describeAddress(address: CheckoutAddress): string {
  return `${address.name}\n${formatAddress(address)}`;
}

export function nameCountries(codes: readonly string[]): Record<string, string> {
  const named = codes.map((code) => [code, countryName(code)] as const);
  return Object.fromEntries(named.toSorted(([, one], [, other]) => one.localeCompare(other, "en")));
}
