import { ArrowLeft } from "lucide-react";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { AuditLog } from "#web/modules/audit/audit-log.tsx";
import { PageHeading } from "#web/pages/account/page-heading.tsx";

export function AuditLogPage() {
  return (
    <section>
      <PageLink
        to={paths.manageAllOrders}
        className="link mb-1 inline-flex min-h-11 items-center gap-2 text-sm font-medium"
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        Manage All Orders
      </PageLink>
      <PageHeading>Audit log</PageHeading>
      <p className="mb-6 max-w-prose leading-relaxed text-base-content/80">
        What admins did, the newest first. It is written together with what was done, and nobody can
        change it or delete from it.
      </p>
      <AuditLog orderPath={(id) => `${paths.manageAllOrders}?order=${id}`} />
    </section>
  );
}
