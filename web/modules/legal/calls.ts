import { queryOptions } from "@tanstack/react-query";
import { type LegalEdit, type LegalRecord, type LegalText, legalCalls } from "#contract/legal.ts";
import type { LegalPage } from "#contract/rules/legal-pages.ts";
import { call, callInTime, isRefusedAs } from "#web/app/call.ts";

export function companyDetails() {
  return queryOptions({
    queryKey: ["company"],
    queryFn: ({ signal }) => call(legalCalls.company, {}, signal),
  });
}

export function legalText(page: LegalPage, version?: string) {
  return queryOptions({
    queryKey: ["legal", page, version ?? "present"],
    queryFn: async ({ signal }): Promise<LegalText | null> => {
      const query = version ? { version: Number(version) } : {};
      try {
        return await call(legalCalls.read, { params: { page }, query }, signal);
      } catch (error) {
        if (isRefusedAs(error, "not-found")) return null;
        throw error;
      }
    },
  });
}

export function legalTexts() {
  return queryOptions({
    queryKey: ["legal"],
    queryFn: ({ signal }) => call(legalCalls.list, {}, signal),
    staleTime: 0,
  });
}

export async function saveLegalText(
  page: LegalPage,
  body: LegalEdit,
): Promise<{ saved: LegalRecord } | { present: LegalRecord }> {
  try {
    return { saved: await callInTime(legalCalls.save, { params: { page }, body }) };
  } catch (error) {
    if (!isRefusedAs(error, "conflict") || !error.present) throw error;
    return { present: error.present as LegalRecord };
  }
}
