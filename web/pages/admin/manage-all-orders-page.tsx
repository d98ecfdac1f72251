import { Scale, ScrollText } from "lucide-react";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { ManageOrders } from "#web/modules/orders/manage-orders.tsx";
import { PageHeading } from "#web/pages/account/page-heading.tsx";

export function ManageAllOrdersPage() {
  return (
    <section>
      <div className="flex items-start justify-between gap-4">
        <PageHeading>Manage All Orders</PageHeading>
        <nav
          aria-label="Looking after the shop"
          className="-mt-2 flex flex-wrap justify-end gap-x-6 print:hidden"
        >
          <PageLink
            to={paths.ledger}
            className="link inline-flex min-h-11 items-center gap-2 font-medium"
          >
            <Scale className="size-4" aria-hidden="true" />
            Ledger
          </PageLink>
          <PageLink
            to={paths.auditLog}
            className="link inline-flex min-h-11 items-center gap-2 font-medium whitespace-nowrap"
          >
            <ScrollText className="size-4" aria-hidden="true" />
            Audit log
          </PageLink>
        </nav>
      </div>
      <ManageOrders />
    </section>
  );
}
