import { BackLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { Reconciliation } from "#web/modules/reconciliation/reconciliation.tsx";
import { PageHeading } from "#web/pages/account/page-heading.tsx";

export function ReconciliationPage() {
  return (
    <section className="max-w-4xl">
      <BackLink to={paths.manageAllOrders}>Manage All Orders</BackLink>
      <PageHeading>Reconciliation</PageHeading>
      <p className="mb-6 max-w-prose leading-relaxed text-base-content/80">
        Orders, payments, refunds, stock and the card provider's records are compared with each
        other: recent changes every minute, everything once a day.
      </p>
      <Reconciliation orderPath={(id) => `${paths.manageAllOrders}?order=${id}`} />
    </section>
  );
}
