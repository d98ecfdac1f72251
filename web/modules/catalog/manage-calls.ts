import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { partsPerPage } from "#contract/catalog.ts";
import { type StockEdit, stockCalls } from "#contract/inventory.ts";
import {
  type ManagedPart,
  type PartEdit,
  type PartRecord,
  partEditCalls,
} from "#contract/part-edits.ts";
import { CallRefused, call, callInTime, createKey, pagedQuery } from "#web/app/call.ts";
import { listLatestChanges } from "#web/app/undo-change.ts";
import type { ProductFilters } from "./product-view.ts";

export function managedParts({ q, view, type, sort }: ProductFilters) {
  const filters = { view, q: q || undefined, type: type || undefined, sort: sort || undefined };
  return {
    ...pagedQuery(["parts", "managed", q, view, type, sort], partsPerPage, (page, signal) =>
      call(partEditCalls.managed, { query: { ...page, ...filters } }, signal),
    ),
    placeholderData: keepPreviousData,
  };
}

export function managedCounts({ q, type }: ProductFilters) {
  const query = { q: q || undefined, type: type || undefined };
  return queryOptions({
    queryKey: ["parts", "counts", q, type],
    queryFn: ({ signal }) => call(partEditCalls.counts, { query }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function partStock(id: string) {
  return queryOptions({
    queryKey: ["parts", "stock", id],
    queryFn: ({ signal }) => call(stockCalls.one, { params: { id } }, signal),
    staleTime: 0,
  });
}

const sendEdit = (id: string, body: PartEdit) =>
  callInTime(partEditCalls.edit, { params: { id }, body });

export const sendStock = (id: string, edit: StockEdit) =>
  callInTime(stockCalls.edit, { params: { id }, body: { ...edit, key: createKey() } });

function presentRecord(error: unknown): PartRecord | undefined {
  const isConflict = error instanceof CallRefused && error.code === "conflict";
  return isConflict ? (error.present as PartRecord | undefined) : undefined;
}

export type PriceChange = Pick<ManagedPart, "_id" | "version" | "price">;

/** Answers the record instead if the price is no longer what the person has seen. */
export async function savePrice(
  { _id, version, price: seen }: PriceChange,
  price: number,
): Promise<{ saved: PartRecord } | { present: PartRecord }> {
  try {
    return { saved: await sendEdit(_id, { price, version }) };
  } catch (error) {
    const present = presentRecord(error);
    if (!present) throw error;
    if (present.price !== seen) return { present };
    return savePrice(present, price);
  }
}

export async function findPriceChange(id: string) {
  const entries = await listLatestChanges(id, 20);
  return entries.find(({ after }) => after && "price" in after);
}
