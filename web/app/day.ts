import { shopZone } from "./shop-zone.ts";

const dayMs = 86_400_000;

/** While a year is typed it passes through 0002 and 0020. */
export function isDay(text: string): boolean {
  return /^[2-9]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** Where the shop is, such as 2026-11-24. */
export const dayOf = (time: Date | string, zone = shopZone()): string =>
  new Date(time).toLocaleDateString("en-CA", { timeZone: zone });

export const today = (): string => dayOf(new Date());

/** The first moment of a day where the shop is. */
export function startOfDay(day: string, daysLater = 0, zone = shopZone()): Date {
  const midnight = new Date(Date.parse(day) + daysLater * dayMs);
  const written = midnight.toISOString().slice(0, 10);
  // Clocks may be changed at midnight: it comes twice, or the day begins later.
  const [first, second] = [-dayMs, dayMs]
    .map((distance) => +midnight - offsetMs(+midnight + distance, zone))
    .toSorted((one, other) => one - other) as [number, number];
  return new Date(dayOf(new Date(first), zone) === written ? first : second);
}

function offsetMs(time: number, zone: string): number {
  const local = new Date(time).toLocaleString("sv-SE", { timeZone: zone });
  return Date.parse(`${local.replace(" ", "T")}Z`) - time;
}
