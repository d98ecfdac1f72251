import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { auditCalls, auditEntriesPerPage } from "#contract/audit.ts";
import { callRoot } from "#contract/call.ts";
import { call, pagedQuery } from "#web/app/call.ts";
import { type AuditView, toAuditQuery } from "./audit-view.ts";

export function auditPages(view: AuditView) {
  const filters = toAuditQuery(view);
  return {
    ...pagedQuery(["audit", "list", filters], auditEntriesPerPage, (query, signal) =>
      call(auditCalls.list, { query: { ...query, ...filters } }, signal),
    ),
    placeholderData: keepPreviousData,
  };
}

export function auditFilePath(view: AuditView): string {
  const query = new URLSearchParams(toAuditQuery(view));
  return `${callRoot}${auditCalls.file.path}${query.size > 0 ? `?${query}` : ""}`;
}

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

export const undoChange = (auditId: string) => call(auditCalls.undo, { params: { auditId } });
