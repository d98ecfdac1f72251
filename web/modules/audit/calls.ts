import { auditCalls, auditEntriesPerPage } from "#contract/audit.ts";
import { call, pagedQuery } from "#web/app/call.ts";

export function auditPages() {
  return pagedQuery(["audit"], auditEntriesPerPage, (query, signal) =>
    call(auditCalls.list, { query }, signal),
  );
}
