import { Scale } from "lucide-react";
import { ManageOrders } from "#web/orders/manage-orders.tsx";
import { PageLink } from "#web/page-link.tsx";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { paths } from "#web/paths.ts";

export function ManageAllOrdersPage() {
  return (
    <section>
      <div className="flex items-start justify-between gap-4">
        <PageHeading>Manage All Orders</PageHeading>
        <PageLink
          to={paths.ledger}
          className="link -mt-2 inline-flex min-h-11 items-center gap-2 font-medium print:hidden"
        >
          <Scale className="size-4" aria-hidden="true" />
          Ledger
        </PageLink>
      </div>
      <ManageOrders />
    </section>
  );
}
