import type { Thing } from "#contract/things.ts";
import { importPath, manageProductPath, partTypePath, paths, personPath } from "./paths.ts";

export function thingPath({ kind, key }: Thing): string | undefined {
  if (key === null) return undefined;
  if (kind === "part") return manageProductPath(key);
  if (kind === "part-type") return partTypePath(key);
  if (kind === "order") return `${paths.manageAllOrders}?${new URLSearchParams({ order: key })}`;
  if (kind === "person") return personPath(key);
  if (kind === "legal-text") return `${paths.legalTexts}?${new URLSearchParams({ page: key })}`;
  if (kind === "review") return `${paths.manageReviews}?${new URLSearchParams({ q: key })}`;
  if (kind === "import") return importPath(key);
  if (kind === "settings") return `${paths.settings}?${new URLSearchParams({ section: key })}`;
  return undefined;
}
