import { BackLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { AuditLog } from "#web/modules/audit/audit-log.tsx";
import { PageHeading } from "#web/pages/account/page-heading.tsx";

export function AuditLogPage() {
  return (
    <section>
      <BackLink to={paths.manageAllOrders}>Manage All Orders</BackLink>
      <PageHeading>Audit log</PageHeading>
      <p className="mb-6 max-w-prose leading-relaxed text-base-content/80">
        What admins did, newest first. Entries cannot be changed or deleted.
      </p>
      <AuditLog orderPath={(id) => `${paths.manageAllOrders}?order=${id}`} />
    </section>
  );
}
