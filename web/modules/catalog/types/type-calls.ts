import { queryOptions } from "@tanstack/react-query";
import { type PartTypeEdit, type PartTypeRecord, partTypeCalls } from "#contract/part-types.ts";
import { call, callInTime, isRefusedAs } from "#web/app/call.ts";

export function partTypeRecord(slug: string) {
  return queryOptions({
    queryKey: ["part-types", "record", slug],
    queryFn: async ({ signal }): Promise<PartTypeRecord | null> => {
      try {
        return await call(partTypeCalls.record, { params: { slug } }, signal);
      } catch (error) {
        if (isRefusedAs(error, "not-found")) return null;
        throw error;
      }
    },
    staleTime: 0,
  });
}

export const addType = (name: string, parent: string | null) =>
  callInTime(partTypeCalls.add, { body: { name, parent } });

export async function saveType(
  slug: string,
  body: PartTypeEdit,
): Promise<{ saved: PartTypeRecord } | { present: PartTypeRecord }> {
  try {
    return { saved: await callInTime(partTypeCalls.edit, { params: { slug }, body }) };
  } catch (error) {
    if (!isRefusedAs(error, "conflict") || !error.present) throw error;
    return { present: error.present as PartTypeRecord };
  }
}

export const removeType = (slug: string) => callInTime(partTypeCalls.remove, { params: { slug } });
