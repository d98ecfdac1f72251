/** "29 November 2026 at 14:05 CET": in the shop's time zone, which readers elsewhere cannot guess. */
export const formatTime = (time: Date, timeZone: string): string =>
  time.toLocaleString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
    timeZoneName: "short",
  });
