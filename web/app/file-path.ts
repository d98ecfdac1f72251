import { type Call, callRoot } from "#contract/call.ts";
import type { OnlyQueryOf } from "./call.ts";

export function filePath<C extends Pick<Call, "path" | "query">, Filters extends object>(
  { path }: C,
  filters: OnlyQueryOf<C, Filters>,
  columns: readonly string[],
): string {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value ? [[name, String(value)]] : [],
  );
  return `${callRoot}${path}?${new URLSearchParams([...given, ["columns", columns.join()]])}`;
}
