import { invalidRequest } from "./errors.ts";

/** In the smallest unit. */
const least: Record<string, number> = { usd: 50, eur: 50, gbp: 30, cad: 50, aud: 50, chf: 50 };
const most = 99_999_999;

export function readCurrency(value: string): string {
  const currency = value.toLowerCase();
  if (currency in least) return currency;
  throw invalidRequest(
    `Invalid currency: ${value.slice(0, 20)}. Stripe currently supports these currencies: ${Object.keys(least).join(", ")}`,
    { param: "currency" },
  );
}

export function readAmount(amount: number, currency: string): number {
  const param = "amount";
  if (amount < 1) {
    const code = "parameter_invalid_integer";
    throw invalidRequest("This value must be greater than or equal to 1.", { code, param });
  }
  const smallest = least[currency] ?? 1;
  if (amount < smallest) {
    const code = "amount_too_small";
    throw invalidRequest(`Amount must be at least ${formatAmount(smallest)} ${currency}`, {
      code,
      param,
    });
  }
  if (amount > most) {
    const code = "amount_too_large";
    throw invalidRequest(`Amount must be no more than ${formatAmount(most)} ${currency}`, {
      code,
      param,
    });
  }
  return amount;
}

export function formatAmount(amount: number): string {
  return (amount / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
}
