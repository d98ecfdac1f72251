import { Suspense } from "react";
import { usePerson } from "#web/modules/identity/person.ts";
import { StateBadge } from "#web/modules/orders/state-badge.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";
import { PageHeading } from "./page-heading.tsx";

const OwnCompanyView = late(
  async () => (await import("#web/modules/companies/own-company.tsx")).OwnCompanyView,
);

export function CompanyPage() {
  const person = usePerson();
  return (
    <section>
      <PageHeading>Company</PageHeading>
      <Suspense fallback={<InlineLoading />}>
        <OwnCompanyView person={person} badge={(order) => <StateBadge order={order} />} />
      </Suspense>
    </section>
  );
}
