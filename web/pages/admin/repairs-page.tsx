import { Suspense } from "react";
import { useParams } from "react-router";
import { BackLink } from "#web/app/page-link.tsx";
import { paths, vehiclesPath } from "#web/app/paths.ts";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";

const RepairList = late(
  async () => (await import("#web/modules/fitment/jobs/repair-list.tsx")).RepairList,
);

const EditRepair = late(
  async () => (await import("#web/modules/fitment/jobs/edit-repair.tsx")).EditRepair,
);

export function RepairsPage() {
  return (
    <section>
      <BackLink to={vehiclesPath()}>Vehicles</BackLink>
      <PageHeading>Jobs on Cars</PageHeading>
      <Suspense fallback={<InlineLoading />}>
        <RepairList />
      </Suspense>
    </section>
  );
}

export function RepairPage() {
  const { slug = "" } = useParams();
  return (
    <section>
      <BackLink to={paths.repairs}>Jobs on Cars</BackLink>
      <PageHeading>Job on Cars</PageHeading>
      <Suspense fallback={<InlineLoading />}>
        <EditRepair key={slug} slug={slug} />
      </Suspense>
    </section>
  );
}
