import type { CheckoutAddress } from "../checkout-address.ts";

export function formatAddress(address: CheckoutAddress): string {
  const { company, street, postcode, city, region, country } = address;
  const place = [postcode, city].filter(Boolean).join(" ");
  return [company, street, place, region, countryName(country)].filter(Boolean).join("\n");
}

export function countryName(code: string): string {
  return new Intl.DisplayNames("en", { type: "region" }).of(code) ?? code;
}
