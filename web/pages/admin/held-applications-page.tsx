import { Suspense } from "react";
import { BackLink } from "#web/app/page-link.tsx";
import { vehiclesPath } from "#web/app/paths.ts";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";

const HeldApplications = late(
  async () => (await import("#web/modules/fitment/held/held-applications.tsx")).HeldApplications,
);

export function HeldApplicationsPage() {
  return (
    <section>
      <BackLink to={vehiclesPath()}>Vehicles</BackLink>
      <PageHeading>Held Applications</PageHeading>
      <p className="mb-4 max-w-prose leading-relaxed text-base-content/80">
        Customers are not told that a part fits by a line that is held. A line is held when its part
        came back as not fitting from three orders, or from 2 % of a hundred or more. Correct the
        line, or release it.
      </p>
      <Suspense fallback={<InlineLoading />}>
        <HeldApplications />
      </Suspense>
    </section>
  );
}
