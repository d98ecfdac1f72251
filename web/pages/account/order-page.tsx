import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useParams } from "react-router";
import type { OrderPage } from "#contract/order-page.ts";
import { CallRefused } from "#web/app/call.ts";
import { BackLink, PageLink } from "#web/app/page-link.tsx";
import { askReturnPath, paths } from "#web/app/paths.ts";
import { usePerson } from "#web/modules/identity/person.ts";
import { OrderView } from "#web/modules/orders/page/order-view.tsx";
import { orderPage } from "#web/modules/orders/page-calls.ts";
import { late } from "#web/ui/late.tsx";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";

const OpenDeposit = late(
  async () => (await import("#web/modules/deposits/open-deposit.tsx")).OpenDeposit,
);

export function OwnOrderPage() {
  const { number = "" } = useParams();
  const { _id: personId } = usePerson();
  const { data: page, error, refetch } = useQuery(orderPage(number));
  return (
    <>
      <BackLink to={paths.myOrder}>My Order</BackLink>
      {page && (
        <OrderView
          key={page.order._id}
          page={page}
          actions={<Actions page={page} />}
          mayPay={page.isOwn}
        />
      )}
      {page?.isOwn && (
        <Suspense>
          <CancelPieces page={page} />
          {page.order.deposits > 0 && <OpenDeposit orderId={page.order._id} personId={personId} />}
        </Suspense>
      )}
      {!page && !error && <InlineLoading />}
      {!page &&
        error &&
        (isMissing(error) ? (
          <NoOrder />
        ) : (
          <LoadFailed
            title="Your order could not be fetched"
            heading="h2"
            error={error}
            retry={refetch}
          />
        ))}
    </>
  );
}

const OrderAgain = late(
  async () => (await import("#web/modules/baskets/order-again.tsx")).OrderAgain,
);

const CancelPieces = late(
  async () => (await import("#web/modules/orders/page/cancel-pieces.tsx")).CancelPieces,
);

function Actions({ page: { order, isOwn } }: { page: OrderPage }) {
  const { _id: personId, role } = usePerson();
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-3 print:hidden">
      {(isOwn || role === "admin") && order.lines.some(({ shipped }) => shipped > 0) && (
        <PageLink to={askReturnPath(order._id)} className="btn btn-outline border-base-content/50">
          Return
        </PageLink>
      )}
      {isOwn && (
        <Suspense>
          <OrderAgain
            order={order}
            personId={personId}
            look="btn btn-outline border-base-content/50"
          />
        </Suspense>
      )}
    </div>
  );
}

/** Same result for a missing order, someone else's and what is no number. */
function isMissing(error: Error): boolean {
  return error instanceof CallRefused && [400, 404].includes(error.status);
}

function NoOrder() {
  return (
    <Note title="There is no such order" heading="h2">
      <p>It may belong to another account than the one you are signed in with.</p>
      <PageLink to={paths.myOrder} className="btn btn-secondary">
        My Order
      </PageLink>
    </Note>
  );
}
