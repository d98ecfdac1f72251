import type { SavedCard } from "#contract/cards.ts";

const brands: Record<string, string> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};

export function nameCard({ brand, lastDigits }: SavedCard): string {
  return `${brands[brand] ?? "Card"} ending in ${lastDigits}`;
}

export function formatExpiry({ expiryMonth, expiryYear }: SavedCard): string {
  return `${String(expiryMonth).padStart(2, "0")}/${expiryYear}`;
}
