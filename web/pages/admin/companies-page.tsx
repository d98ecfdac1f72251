import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { groupNames } from "#web/modules/settings/group-names.ts";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";

const CompanyList = late(
  async () => (await import("#web/modules/accounts/company-list.tsx")).CompanyList,
);

export function CompaniesPage() {
  const { data: groups = {} } = useQuery(groupNames);
  return (
    <section>
      <PageHeading>Companies</PageHeading>
      <Suspense fallback={<InlineLoading />}>
        <CompanyList groups={groups} />
      </Suspense>
    </section>
  );
}
