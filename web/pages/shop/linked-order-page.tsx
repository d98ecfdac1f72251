import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { maySend } from "#contract/rules/order-states.ts";
import { isRefusedAs } from "#web/app/call.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { useLinkToken } from "#web/app/use-link-token.ts";
import { OrderView } from "#web/modules/orders/page/order-view.tsx";
import { linkedOrder } from "#web/modules/orders/page-calls.ts";
import { late } from "#web/ui/late.tsx";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";

const OwnLinkedReturns = late(async () => (await import("./linked-changes.tsx")).OwnLinkedReturns);

const LinkedAgain = late(async () => (await import("./linked-changes.tsx")).LinkedAgain);

const LinkedPayment = late(
  async () => (await import("#web/modules/payments/linked-payment.tsx")).LinkedPayment,
);

const LinkedChanges = late(async () => (await import("./linked-changes.tsx")).LinkedChanges);

/** For whoever has the link of a letter: its token is in the fragment, which reaches no log. */
export function LinkedOrderPage() {
  const token = useLinkToken();
  const {
    data: page,
    error,
    refetch,
  } = useQuery({ ...linkedOrder(token ?? ""), enabled: Boolean(token) });
  const isDead = token === "" || isRefusedAs(error, "not-found") || isRefusedAs(error, "invalid");
  return (
    <div className="wide min-h-dvh pt-6 pb-16">
      {isDead ? (
        <DeadLink message={error?.message} />
      ) : page ? (
        <>
          <h1 className="mb-3 text-sm font-semibold text-base-content/75">Your order</h1>
          <OrderView
            page={page}
            token={token ?? ""}
            actions={
              <Suspense>
                <LinkedAgain page={page} token={token ?? ""} />
              </Suspense>
            }
          />
          {page.order.payment === "unpaid" && (
            <section className="mt-8 print:hidden" aria-labelledby="pay">
              <h2 id="pay" className="mb-4 text-lg font-bold">
                Pay by card
              </h2>
              <Suspense fallback={<InlineLoading />}>
                <LinkedPayment order={page.order} token={token ?? ""} onPaid={refetch} />
              </Suspense>
            </section>
          )}
          {(page.order.payment === "unpaid" || maySend(page.order.payment)) && (
            <Suspense>
              <LinkedChanges page={page} />
            </Suspense>
          )}
          {page.order.lines.some(({ shipped }) => shipped > 0) && (
            <details
              id="returns"
              className="mt-8 print:hidden"
              open={page.steps.some(({ what }) => what === "return-asked")}
            >
              <summary className="flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
                Return parts of this order
              </summary>
              <div className="pt-3">
                <Suspense fallback={<InlineLoading />}>
                  <OwnLinkedReturns page={page} token={token ?? ""} />
                </Suspense>
              </div>
            </details>
          )}
        </>
      ) : error ? (
        <LoadFailed
          title="Your order could not be fetched"
          heading="h1"
          error={error}
          retry={refetch}
        />
      ) : (
        <InlineLoading />
      )}
    </div>
  );
}

function DeadLink({ message }: { message: string | undefined }) {
  return (
    <Note title="Which order do you mean?" heading="h1">
      <p>{message ?? "This page needs the link from our letter. Open it there."}</p>
      <PageLink to={paths.myOrder} className="btn btn-secondary">
        My Order
      </PageLink>
    </Note>
  );
}
