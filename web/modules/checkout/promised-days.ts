import type { OfferedMethod } from "#contract/checkout.ts";
import { formatDays } from "#web/app/format.tsx";

export function describePromise(
  { kind, from, until, orderBefore }: OfferedMethod,
  now: number,
): string | undefined {
  if (!from || !until || !orderBefore) return undefined;
  const verb = kind === "collection" ? "Ready" : "Arrives";
  const days = formatDays(from, until);
  const minutes = Math.floor((Date.parse(orderBefore) - now) / 60_000);
  const hours = Math.floor(minutes / 60);
  if (minutes < 1 || hours >= 24) return `${verb} ${days}`;
  const left = hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
  return `${verb} ${days} if you pay within ${left}`;
}
