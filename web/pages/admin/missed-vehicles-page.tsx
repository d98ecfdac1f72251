import { Suspense } from "react";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";

const MissedVehicles = late(
  async () => (await import("#web/modules/fitment/missed-vehicles.tsx")).MissedVehicles,
);

export function MissedVehiclesPage() {
  return (
    <section>
      <PageHeading>Vehicles Without A Part</PageHeading>
      <p className="mb-4 max-w-prose leading-relaxed text-base-content/80">
        Cars that people chose in the last 90 days and found no part for. Open one to say which
        parts fit it.
      </p>
      <Suspense fallback={<InlineLoading />}>
        <MissedVehicles />
      </Suspense>
    </section>
  );
}
