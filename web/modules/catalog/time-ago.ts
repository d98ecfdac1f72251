const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

export function timeAgo(time: string): string {
  const ageSeconds = (Date.now() - Date.parse(time)) / 1_000;
  const [unit, unitSeconds] = units.find(([, seconds]) => ageSeconds >= seconds) ?? [];
  if (!unit || !unitSeconds) return "just now";
  const count = Math.floor(ageSeconds / unitSeconds);
  if (count > 1) return `${count} ${unit}s ago`;
  return unit === "hour" ? "an hour ago" : `a ${unit} ago`;
}
