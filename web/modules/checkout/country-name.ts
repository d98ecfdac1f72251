import type { CheckoutAddress } from "#contract/checkout-address.ts";
import { formatAddress } from "#contract/rules/format-address.ts";

/** In the reader's language. */
export function countryName(code: string): string {
  return new Intl.DisplayNames(navigator.language, { type: "region" }).of(code) ?? code;
}

export function describeAddress(address: CheckoutAddress): string {
  const country = countryName(address.country);
  return `${address.name}\n${formatAddress({ ...address, country })}`;
}

/** In the order of their names. */
export function nameCountries(codes: readonly string[]): Record<string, string> {
  const named = codes.map((code) => [code, countryName(code)] as const);
  return Object.fromEntries(
    named.toSorted(([, one], [, other]) => one.localeCompare(other, navigator.language)),
  );
}
