import { keepPreviousData } from "@tanstack/react-query";
import { auditCalls, auditEntriesPerPage } from "#contract/audit.ts";
import { call, pagedQuery } from "#web/app/call.ts";

export function auditPages() {
  return pagedQuery(["audit"], auditEntriesPerPage, (query, signal) =>
    call(auditCalls.list, { query }, signal),
  );
}

export function auditPagesOf(about: string, asOf: string) {
  return {
    ...pagedQuery(["audit", "about", about, asOf], 10, (query, signal) =>
      call(auditCalls.list, { query: { ...query, about } }, signal),
    ),
    placeholderData: keepPreviousData,
  };
}

export const undoChange = (auditId: string) => call(auditCalls.undo, { params: { auditId } });
