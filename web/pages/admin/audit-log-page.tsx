import { Suspense } from "react";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";

const AuditLog = late(async () => (await import("#web/modules/audit/audit-log.tsx")).AuditLog);

export function AuditLogPage() {
  return (
    <section>
      <PageHeading>Audit log</PageHeading>
      <p className="mb-4 max-w-prose leading-relaxed text-base-content/80">
        What admins did. Entries cannot be changed or deleted; what can be undone has a button.
      </p>
      <Suspense fallback={<InlineLoading />}>
        <AuditLog />
      </Suspense>
    </section>
  );
}
