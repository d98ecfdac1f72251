// Money is a whole number of cents in the code and in the database.
// Dollars exist only on the wire and on the screen.

export type Cents = number & { readonly unit?: "cents" };

export const maxPrice: Cents = 1_000_000_000;

const chargeLimits = { min: 50, max: 99_999_999 } as const;

export function toCents(dollars: number): Cents {
  return Math.round(dollars * 100);
}

export function toDollars(cents: Cents): number {
  return cents / 100;
}

export function multiplyCents(price: Cents, quantity: number): Cents {
  return price * quantity;
}

/** An order that no card can pay must not reserve stock. */
export function totalProblem(total: Cents): string | undefined {
  const { min, max } = chargeLimits;
  if (total < min) return `A card payment is at least $${formatCents(min)}. Please order more.`;
  if (total > max) return `A card payment is at most $${formatCents(max)}. Please order fewer.`;
  return undefined;
}

export function formatCents(cents: Cents): string {
  return formatNumber(toDollars(cents), 2);
}

export function formatDollars(dollars: number): string {
  return formatCents(toCents(dollars));
}

/** As en-US, without Intl: loading a locale takes a browser longer than showing the page. */
export function formatNumber(value: number, decimals: number): string {
  const [whole = "", rest] = value.toFixed(decimals).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return rest ? `${grouped}.${rest}` : grouped;
}
