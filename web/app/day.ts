/** While a year is typed it passes through 0002 and 0020. */
export function isDay(text: string): boolean {
  return /^[2-9]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

export function startOfDay(day: string, daysLater = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + daysLater);
}

/** Where the reader is, such as 2026-11-24. */
export const today = (): string => new Date().toLocaleDateString("en-CA");
