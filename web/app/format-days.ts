/** "Tue, Nov 24": the day is one of a calendar, not of a time zone. */
export function formatDay(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString(navigator.language, {
    weekday: "short",
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
}

export function formatDays(from: string, until: string): string {
  return from === until ? formatDay(from) : `${formatDay(from)} to ${formatDay(until)}`;
}

type Promised = { from: string; until: string; method: string };

/** "Tue, Nov 24 to Thu, Nov 26 by Express"; without the method if it is collected. */
export function formatPromise({ from, until, method }: Promised, isCollection = false): string {
  if (isCollection) return formatDays(from, until);
  return `${formatDays(from, until)} by ${method}`;
}
