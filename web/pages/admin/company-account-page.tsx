import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useParams } from "react-router";
import { worksOn } from "#contract/rules/roles.ts";
import { isRefusedAs } from "#web/app/call.ts";
import { BackLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { oneCompany } from "#web/modules/accounts/calls.ts";
import { usePerson } from "#web/modules/identity/person.ts";
import { groupNames } from "#web/modules/settings/group-names.ts";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";

const CompanyAccountView = late(
  async () => (await import("#web/modules/accounts/company-account.tsx")).CompanyAccountView,
);

export function CompanyAccountPage() {
  const { id = "" } = useParams();
  const { adminRole } = usePerson();
  const { data, error, refetch } = useQuery(oneCompany(id));
  const { data: groups = {} } = useQuery(groupNames);
  const isMissing = isRefusedAs(error, "not-found") || isRefusedAs(error, "invalid");
  return (
    <section>
      <BackLink to={paths.companies}>Companies</BackLink>
      {data && (
        <>
          <PageHeading>{data.company.name}</PageHeading>
          <Suspense fallback={<InlineLoading />}>
            <CompanyAccountView
              account={data}
              groups={groups}
              mayChange={worksOn(adminRole, "shop")}
            />
          </Suspense>
        </>
      )}
      {!data && !error && <InlineLoading />}
      {!data && isMissing && (
        <Note title="There is no such company" heading="h2">
          <p>The address may have been mistyped. No company is ever deleted.</p>
        </Note>
      )}
      {!data && error && !isMissing && (
        <LoadFailed title="This company could not be fetched" error={error} retry={refetch} />
      )}
    </section>
  );
}
