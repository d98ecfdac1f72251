import { NewestOrders } from "#web/modules/orders/newest-orders.tsx";
import { OverviewBoard, PeriodChoice } from "#web/modules/overview/overview-board.tsx";
import { PageHeading } from "#web/pages/account/page-heading.tsx";

export function OverviewPage() {
  return (
    <section>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <PageHeading>Overview</PageHeading>
        <div className="mb-5">
          <PeriodChoice />
        </div>
      </div>
      <OverviewBoard>
        <NewestOrders />
      </OverviewBoard>
    </section>
  );
}
