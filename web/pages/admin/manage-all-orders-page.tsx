import { Phone, Scale, ScrollText } from "lucide-react";
import { Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { BoardTabs, isBoardView } from "#web/modules/orders/board/board-tabs.tsx";
import { OrderList } from "#web/modules/orders/order-list.tsx";
import { useOrderView } from "#web/modules/orders/order-view.ts";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";

export function ManageAllOrdersPage() {
  return (
    <section>
      <div className="flex items-start justify-between gap-4">
        <PageHeading>Manage All Orders</PageHeading>
        <nav
          aria-label="Looking after the shop"
          className="-mt-2 flex flex-wrap justify-end gap-x-6 print:hidden"
        >
          <PageLink
            to={paths.phoneOrder}
            className="link inline-flex min-h-11 items-center gap-2 font-medium"
          >
            <Phone className="size-4" aria-hidden="true" />
            Order for a customer
          </PageLink>
          <PageLink
            to={paths.reconciliation}
            className="link inline-flex min-h-11 items-center gap-2 font-medium"
          >
            <Scale className="size-4" aria-hidden="true" />
            Reconciliation
          </PageLink>
          <PageLink
            to={paths.auditLog}
            className="link inline-flex min-h-11 items-center gap-2 font-medium whitespace-nowrap"
          >
            <ScrollText className="size-4" aria-hidden="true" />
            Audit log
          </PageLink>
        </nav>
      </div>
      <Orders />
    </section>
  );
}

const OrderDetails = late(
  async () => (await import("#web/modules/orders/order-details.tsx")).OrderDetails,
);

const OrderBoard = late(
  async () => (await import("#web/modules/orders/board/order-board.tsx")).OrderBoard,
);

function Orders() {
  const { order } = useOrderView().view;
  const [params] = useSearchParams();
  const view = params.get("view");
  const [lastOpen, setLastOpen] = useState(order);
  if (order && order !== lastOpen) setLastOpen(order);
  return order ? (
    <Suspense fallback={<InlineLoading />}>
      <OrderDetails key={order} id={order} />
    </Suspense>
  ) : (
    <>
      <BoardTabs present={isBoardView(view) ? view : null} />
      {isBoardView(view) ? (
        <Suspense fallback={<InlineLoading />}>
          <OrderBoard key={view} />
        </Suspense>
      ) : (
        <OrderList lastOpen={lastOpen} />
      )}
    </>
  );
}
