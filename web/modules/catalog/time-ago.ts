const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

export function timeAgo(time: string): string {
  const seconds = (Date.now() - Date.parse(time)) / 1_000;
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? [];
  if (!unit || !length) return "just now";
  const count = Math.floor(seconds / length);
  if (count > 1) return `${count} ${unit}s ago`;
  return unit === "hour" ? "an hour ago" : `a ${unit} ago`;
}
