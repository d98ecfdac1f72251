import { lazy, Suspense } from "react";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";

const CompanyList = lazy(async () => ({
  default: (await import("#web/modules/accounts/company-list.tsx")).CompanyList,
}));

export function CompaniesPage() {
  return (
    <section>
      <PageHeading>Companies</PageHeading>
      <Suspense fallback={<InlineLoading />}>
        <CompanyList />
      </Suspense>
    </section>
  );
}
