import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Suspense } from "react";
import type { Order } from "#contract/orders.ts";
import { beingConfirmed, maySend, type OrderState } from "#contract/rules/order-states.ts";
import { formatDay, formatPromise } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { checkoutPayPath, orderPath, paths } from "#web/app/paths.ts";
import { useQueryParam } from "#web/app/use-query-param.ts";
import { usePerson } from "#web/modules/identity/person.ts";
import { OrderSummary } from "#web/modules/orders/order-summary.tsx";
import { OrderTerms } from "#web/modules/orders/order-terms.tsx";
import { oneOrder } from "#web/modules/payments/calls.ts";
import { late } from "#web/ui/late.tsx";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";
import { CheckoutHead } from "./checkout-head.tsx";

const OrderAgain = late(
  async () => (await import("#web/modules/baskets/order-again.tsx")).OrderAgain,
);

export function DonePage() {
  const id = useQueryParam("order");
  const { data: order, error, refetch } = useQuery({ ...oneOrder(id ?? ""), enabled: id !== null });
  return (
    <div className="wide pt-4 pb-16">
      {order ? (
        <Done order={order} />
      ) : id !== null && !error ? (
        <InlineLoading />
      ) : error ? (
        <LoadFailed
          title="Your order could not be fetched"
          heading="h1"
          error={error}
          retry={refetch}
        />
      ) : (
        <Note title="Which order do you mean?" heading="h1">
          <PageLink to={paths.myOrder} className="btn btn-secondary">
            My Order
          </PageLink>
        </Note>
      )}
    </div>
  );
}

function Done({ order }: { order: Order }) {
  const { _id, state, number, email, address, reference, legal, payment, dueOn = "" } = order;
  const days = order.promised && formatPromise(order.promised, order.isCollection);
  const person = usePerson();
  return (
    <>
      <CheckoutHead title={titleOf(order)} isPlaced />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid max-w-2xl gap-5">
          {payment === "account" ? (
            <p className="text-lg wrap-anywhere">
              It is on your company's account: please pay it by {formatDay(dueOn)}. You get the
              invoice by e-mail at {email}.
            </p>
          ) : payment === "processing" ? (
            <p className="text-lg">{beingConfirmed.text}</p>
          ) : state === "unpaid" ? (
            <p>
              <PageLink to={checkoutPayPath(_id)} className="btn btn-primary">
                Pay it now
              </PageLink>
            </p>
          ) : (
            <p className="text-lg wrap-anywhere">
              {state === "paid"
                ? `Your order is paid. We have written to ${email}.`
                : "Your order is not on its way."}
            </p>
          )}
          <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
            <Fact term="Order">{number}</Fact>
            {maySend(payment) && days && (
              <Fact term={order.isCollection ? "Ready" : "Arrives"}>{days}</Fact>
            )}
            <Fact term="Address">{address}</Fact>
            {reference && <Fact term="Your reference">{reference}</Fact>}
            {legal && (
              <Fact term="Made under">
                <OrderTerms versions={legal} />
              </Fact>
            )}
          </dl>
          <p className="flex flex-wrap gap-3">
            <PageLink to={orderPath(number)} className="btn btn-outline">
              See your order
            </PageLink>
            <PageLink to={paths.myOrder} className="btn btn-ghost">
              See all your orders
            </PageLink>
            <Suspense>
              <OrderAgain order={order} personId={person._id} />
            </Suspense>
            <PageLink to={paths.shop} className="btn btn-ghost">
              Back to the shop
            </PageLink>
          </p>
        </div>
        <section aria-labelledby="ordered" className="border border-base-300 p-4 sm:p-6">
          <h2 id="ordered" className="mb-3 text-xl font-bold">
            Your order
          </h2>
          <OrderSummary order={order} />
        </section>
      </div>
    </>
  );
}

function titleOf({ payment, state }: Order): string {
  if (payment === "processing") return beingConfirmed.title;
  return payment === "account" ? titles.paid : titles[state];
}

const titles: Record<OrderState, string> = {
  unpaid: "Your order is not paid yet",
  paid: "Thank you",
  cancelled: "This order was cancelled",
  refunding: "Your money is on its way back",
  refunded: "Your money was returned",
};

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-sm text-base-content/75 sm:pt-0.5">{term}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{children}</dd>
    </>
  );
}
