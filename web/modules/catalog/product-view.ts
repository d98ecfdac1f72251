import { type ManagedSort, type ManagedView, managedSorts } from "#contract/part-edits.ts";

export const viewNames: Record<ManagedView, string> = {
  all: "All",
  low: "Low or out",
  hidden: "Hidden",
};

export type ProductView = Record<"q" | "sort" | "view" | "type", string>;
export type ProductFilters = { q: string; sort: ManagedSort | ""; view: ManagedView; type: string };

export function readFilters({ q, sort, view, type }: ProductView): ProductFilters {
  return {
    q,
    type,
    sort: managedSorts.find((each) => each === sort) ?? "",
    view: view === "low" || view === "hidden" ? view : "all",
  };
}

export type BulkKind = "price" | "type" | "hide" | "show";
