import type { CheckoutAddress } from "../checkout-address.ts";

export function formatAddress(address: CheckoutAddress, language: string): string {
  const { company, street, postcode, city, region, country } = address;
  const place = [postcode, city].filter(Boolean).join(" ");
  return [company, street, place, region, countryName(country, language)]
    .filter(Boolean)
    .join("\n");
}

export function countryName(code: string, language: string): string {
  return new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code;
}
