import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { applicationCalls } from "#contract/applications.ts";
import { type AuditEntry, auditCalls, auditEntriesPerPage } from "#contract/audit.ts";
import { call, pagedQuery } from "#web/app/call.ts";
import { filePath } from "#web/app/file-path.ts";
import { type AuditView, toAuditQuery } from "./audit-view.ts";
import { hasConditions } from "./entry-text.ts";

export function auditPages(view: AuditView) {
  const filters = toAuditQuery(view);
  return {
    ...pagedQuery(["audit", "list", filters], auditEntriesPerPage, (query, signal) =>
      call(auditCalls.list, { query: { ...query, ...filters } }, signal),
    ),
    placeholderData: keepPreviousData,
  };
}

export const auditFilePath = (view: AuditView, columns: string[]) =>
  filePath(auditCalls.file, toAuditQuery(view), columns);

export const auditPeople = () =>
  queryOptions({
    queryKey: ["audit", "people"],
    queryFn: ({ signal }) => call(auditCalls.people, {}, signal),
  });

export function auditPagesOf(about: string, asOf: string) {
  return {
    ...pagedQuery(["audit", "about", about, asOf], 10, (query, signal) =>
      call(auditCalls.list, { query: { ...query, about } }, signal),
    ),
    placeholderData: keepPreviousData,
  };
}

export const listEntries = (view: AuditView) => (page: { limit: number; after?: string }) =>
  call(auditCalls.list, { query: { ...toAuditQuery(view), ...page } });

export const factWords = (entries: readonly AuditEntry[]) =>
  queryOptions({
    queryKey: ["vehicles", "words"],
    queryFn: ({ signal }) => call(applicationCalls.words, {}, signal),
    enabled: entries.some(hasConditions),
    select: ({ facts }) => facts,
  });
