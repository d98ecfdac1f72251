import { Suspense } from "react";
import { usePerson } from "#web/modules/identity/person.ts";
import { OverviewBoard, PeriodChoice } from "#web/modules/overview/overview-board.tsx";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";

const NewestOrders = late(
  async () => (await import("#web/modules/orders/newest-orders.tsx")).NewestOrders,
);

export function OverviewPage() {
  const { adminRole } = usePerson();
  return (
    <section>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <PageHeading>Overview</PageHeading>
        <div className="mb-5">
          <PeriodChoice />
        </div>
      </div>
      <OverviewBoard role={adminRole}>
        <Suspense fallback={<InlineLoading />}>
          <NewestOrders />
        </Suspense>
      </OverviewBoard>
    </section>
  );
}
