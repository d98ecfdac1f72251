import { callRoot } from "#contract/call.ts";

export function filePath(
  path: string,
  filters: Record<string, string | undefined>,
  columns: readonly string[],
): string {
  const given = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return `${callRoot}${path}?${new URLSearchParams([...given, ["columns", columns.join()]])}`;
}
