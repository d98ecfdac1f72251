import { queryOptions } from "@tanstack/react-query";
import { applicationCalls } from "#contract/applications.ts";
import { partCalls } from "#contract/catalog.ts";
import { type PartEdit, type PartRecord, partEditCalls } from "#contract/part-edits.ts";
import { call, callInTime, createKey, isRefusedAs } from "#web/app/call.ts";
import { listLatestChanges } from "#web/app/undo-change.ts";

export function partRecord(id: string) {
  return queryOptions({
    queryKey: ["parts", "record", id],
    queryFn: async ({ signal }): Promise<PartRecord | null> => {
      try {
        return await call(partEditCalls.record, { params: { id } }, signal);
      } catch (error) {
        if (isRefusedAs(error, "not-found")) return null;
        throw error;
      }
    },
    staleTime: 0,
  });
}

export function partTypeTree() {
  return queryOptions({
    queryKey: ["part-types"],
    queryFn: ({ signal }) => call(partCalls.types, {}, signal),
  });
}

export function factWords() {
  return queryOptions({
    queryKey: ["vehicles", "words"],
    queryFn: ({ signal }) => call(applicationCalls.words, {}, signal),
    select: ({ facts }) => facts,
  });
}

export type Saved = { saved: PartRecord } | { present: PartRecord };

/** `present`: the record, where it is no longer at this version. */
export async function saveEdit(id: string, edit: PartEdit): Promise<Saved> {
  try {
    return { saved: await callInTime(partEditCalls.edit, { params: { id }, body: edit }) };
  } catch (error) {
    if (!isRefusedAs(error, "conflict") || !error.present) throw error;
    return { present: error.present as PartRecord };
  }
}

export async function copyPart(part: PartRecord): Promise<string> {
  const { name, description, minimumQuantity, price, type, brand, packOf, lowStock } = part;
  const { insertedId } = await callInTime(partEditCalls.add, {
    body: {
      description,
      minimumQuantity,
      price,
      type,
      brand,
      packOf,
      lowStock,
      attributes: part.attributes,
      pictures: part.pictures,
      hidden: true,
      furtherTypes: part.furtherTypes,
      numbers: part.numbers.filter(({ kind }) => kind === "oe" || kind === "competitor"),
      name: `${name.slice(0, 193)} (copy)`,
      img: part.pictures[0] ?? "",
      availablQuantity: 0,
      key: createKey(),
    },
  });
  return insertedId;
}

export async function findLatestChange(id: string) {
  const [latest] = await listLatestChanges(id, 1);
  return latest;
}
