import { formatCount, formatDollars } from "#web/app/format.tsx";

/** A price that changes by more than half is asked about, wherever one is changed. */
export function describeLargeChange(before: number, after: number): string | undefined {
  const difference = Math.abs(after - before);
  if (difference <= before / 2) return undefined;
  const percent = formatCount(Math.round((difference / before) * 100));
  return `That is ${percent} % ${after < before ? "less" : "more"} than $${formatDollars(before)}.`;
}
