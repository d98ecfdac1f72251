import { callRoot } from "#contract/call.ts";
import { managedFileCalls } from "#contract/managed-file.ts";
import type { ProductFilters } from "./product-view.ts";

export function managedFilePath({ q, view, type, sort }: ProductFilters, columns: string[]) {
  const given = Object.entries({ q, view, type, sort }).filter(([, value]) => value !== "");
  const query = new URLSearchParams([...given, ["columns", columns.join()]]);
  return `${callRoot}${managedFileCalls.file.path}?${query}`;
}
