import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import type { Order } from "#contract/orders.ts";
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatDay,
  formatDays,
  formatDollars,
  KeepUnits,
} from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { orderPath } from "#web/app/paths.ts";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { oneOrder } from "./calls.ts";
import { PaymentResult } from "./payment-result.tsx";
import { useReportPayment } from "./use-report-payment.ts";

const PayByCard = late(async () => (await import("./pay-by-card.tsx")).PayByCard);

type Props = {
  order: Order;
  personId: string;
  /** Another way to pay it, beside the card. */
  onAccount: ReactNode;
};

export function Payment({ order, personId, onAccount }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const report = useReportPayment(order);
  const { state } = order;
  const lastState = useRef(state);

  // The state changes by this page, another tab or the provider's webhook.
  useEffect(() => {
    if (lastState.current === "unpaid" && state !== "unpaid") {
      if (state === "paid") showToast("Your Payment success");
      heading.current?.focus();
    }
    lastState.current = state;
  }, [state]);

  return (
    <div className="grid items-start gap-6 xl:grid-cols-2 xl:gap-10">
      <Bill order={order} isDue={state === "unpaid" && !report.isDelayed} />
      <div className="xl:pt-6">
        {order.payment === "account" ? (
          <OnAccount order={order} />
        ) : state === "unpaid" ? (
          <UnpaidOrder
            order={order}
            personId={personId}
            isCaptured={report.isDelayed}
            onSucceeded={report.send}
            onAccount={onAccount}
          />
        ) : (
          <PaymentResult order={order} refusal={report.refusal} heading={heading} />
        )}
      </div>
    </div>
  );
}

type UnpaidProps = {
  order: Order;
  personId: string;
  /** The provider has charged the card, but the server does not know yet. */
  isCaptured: boolean;
  onSucceeded: (transactionId: string) => Promise<void>;
  onAccount: ReactNode;
};

function UnpaidOrder({ order, personId, isCaptured, onSucceeded, onAccount }: UnpaidProps) {
  return (
    <>
      {/* A live region must exist before its content to be announced. */}
      <div role="status">{isCaptured && <BeingConfirmed order={order} />}</div>
      {!isCaptured && (
        <>
          <h3 className="mb-4 text-lg font-bold print:hidden">Pay by card</h3>
          <Suspense fallback={<InlineLoading />}>
            <PayByCard order={order} personId={personId} onSucceeded={onSucceeded} />
          </Suspense>
          {onAccount}
        </>
      )}
    </>
  );
}

function OnAccount({ order: { number, dueOn = "" } }: { order: Order }) {
  return (
    <>
      <h3 className="text-lg font-bold">On your company's account</h3>
      <p className="mt-3">
        Please pay it by {formatDay(dueOn)} by bank transfer. The invoice is on the page of the
        order.
      </p>
      <PageLink to={orderPath(number)} className="link mt-4 inline-flex min-h-11 items-center">
        See your order
      </PageLink>
    </>
  );
}

const refetchMs = 2_000;

function BeingConfirmed({ order }: { order: Order }) {
  // The webhook may also confirm it.
  useQuery({ ...oneOrder(order._id), refetchInterval: refetchMs });
  return (
    <div className="flex items-start gap-3">
      <span className="loading loading-spinner mt-0.5 shrink-0" aria-hidden="true" />
      <div className="grid gap-2">
        <p className="text-lg leading-snug font-bold">
          Your payment is being confirmed. Please do not pay again.
        </p>
        <p>This page updates as soon as it is done. You can also leave and come back later.</p>
      </div>
    </div>
  );
}

function Bill({ order, isDue }: { order: Order; isDue: boolean }) {
  const { name, productName, totalPrice, reverseCharge } = order;
  return (
    <div className="border border-base-300 p-6">
      <p className="wrap-anywhere">Hello, {name}</p>
      <h3 className="mt-1 text-xl font-extrabold wrap-anywhere">
        <KeepUnits>{productName}</KeepUnits>
      </h3>
      <dl className="mt-5 grid gap-y-2 border-y border-base-300 py-4">
        {listFacts(order).map(({ id, label, value }) => (
          <div key={id} className="flex flex-wrap justify-between gap-x-6">
            <dt className="min-w-0 grow basis-20 wrap-anywhere text-base-content/75">{label}</dt>
            <dd className="ms-auto text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-2xl font-bold">
        {isDue ? "Please Pay: $" : "Total: $"}
        {formatDollars(totalPrice)}
      </p>
      {reverseCharge && (
        <p className="mt-2 text-sm text-base-content/75">
          Without tax: your company owes it in its own country (reverse charge).
        </p>
      )}
    </div>
  );
}

function listFacts({ lines, quantity, price, orderedAt, ...order }: Order) {
  const ordered = { id: "ordered", label: "Ordered", value: formatDate(orderedAt) };
  if (lines.length <= 1) {
    return [
      { id: "quantity", label: "Quantity", value: formatCount(quantity) },
      { id: "price", label: "Per Price", value: `$${formatDollars(price)}` },
      ordered,
      ...listDays(order),
    ];
  }
  const amounts = lines.map(({ _id: id, kind, name, quantity, total }) => ({
    id,
    label: kind === "part" ? `${formatCount(quantity)} × ${name}` : name,
    value: total === 0 ? "free" : `$${formatDollars(total)}`,
  }));
  return [...amounts, ordered, ...listDays(order)];
}

function listDays({ promised, isCollection }: Pick<Order, "promised" | "isCollection">) {
  if (!promised) return [];
  const { from, until, payBefore } = promised;
  const verb = isCollection ? "Ready" : "Arrives";
  const label = payBefore ? `${verb}, if you pay before ${formatDateTime(payBefore)}` : verb;
  return [{ id: "arrives", label, value: formatDays(from, until) }];
}
