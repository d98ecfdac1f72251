import type { ReactNode } from "react";
import type { OrderPage, OrderStep } from "#contract/order-page.ts";
import type { Order } from "#contract/orders.ts";
import {
  replacingPieces,
  type ShipmentState,
  unshippedPieces,
} from "#contract/rules/fulfilment.ts";
import { beingConfirmed } from "#contract/rules/order-states.ts";
import type { Shipment } from "#contract/shipments.ts";
import {
  DateTime,
  formatCount,
  formatDate,
  formatDateTime,
  formatDays,
  formatDollars,
  formatPromise,
} from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { paymentPath } from "#web/app/paths.ts";

export function NextStep({ page, mayPay }: { page: OrderPage; mayPay: boolean }) {
  const { order } = page;
  const { title, text } = describeNext(page);
  const tracked = page.parcels.filter(
    ({ state, trackingUrl }) => state === "shipped" && trackingUrl !== "",
  );
  return (
    <section
      aria-label="What happens next"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border border-s-4 border-base-300 border-s-info p-4 sm:p-6"
    >
      <div className="min-w-0">
        <p className="text-lg font-bold">{title}</p>
        {text && <p className="mt-1 text-sm text-base-content/80">{text}</p>}
        {page.collectAt && <Collection page={page} works={page.collectAt} />}
      </div>
      {mayPay && order.payment === "unpaid" && (
        <PageLink to={paymentPath(order._id)} className="btn btn-primary">
          Pay ${formatDollars(order.totalPrice)}
        </PageLink>
      )}
      {tracked.map(({ _id, parcel, trackingUrl }) => (
        <a
          key={_id}
          href={trackingUrl}
          target="_blank"
          rel="noreferrer"
          className="btn btn-secondary"
        >
          Track parcel {parcel}
        </a>
      ))}
    </section>
  );
}

type CollectionProps = { page: OrderPage; works: NonNullable<OrderPage["collectAt"]> };

function Collection({ page: { parcels }, works: { address, openingHours } }: CollectionProps) {
  const waiting = parcels.filter(({ state }) => state === "shipped");
  if (waiting.length === 0) return null;
  return (
    <>
      <dl className="mt-3 grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
        {waiting.map(
          ({ _id, parcel, code }) =>
            code && (
              <Fact key={_id} term={`Collection code, parcel ${parcel}`}>
                <span className="font-mono text-lg font-bold">{code}</span>
              </Fact>
            ),
        )}
        {address && <Fact term="Where">{address}</Fact>}
        {openingHours && <Fact term="Opening hours">{openingHours}</Fact>}
      </dl>
      <p className="mt-3 text-sm text-base-content/80">
        Please bring the code and a document with your name and picture. If somebody else collects
        for you, give them the code.
      </p>
    </>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-base-content/75">{term}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{children}</dd>
    </>
  );
}

type Next = { title: string; text?: string | undefined };

export function describeNext(page: OrderPage): Next {
  const { order } = page;
  const days = order.promised && formatPromise(order.promised, order.isCollection);
  const states: Partial<Record<typeof order.payment, Next>> = {
    unpaid: {
      title: "This order is not paid yet",
      text: [
        order.heldUntil
          ? `We keep the parts for you until ${formatDateTime(order.heldUntil)}.`
          : "The parts are not reserved at the moment. Pay soon to be sure of them.",
        ...describeOpenPromise(order),
      ].join(" "),
    },
    processing: beingConfirmed,
    cancelled: {
      title: "This order was cancelled",
      text: wasCharged(page) ? describeLatePayment(page) : "Nothing was paid for it.",
    },
    closed: {
      title: "This order was closed",
      text: wasCharged(page) ? describeLatePayment(page) : "It was not paid in time.",
    },
    refunding: {
      title: "This order was cancelled",
      text: order.dueOn
        ? "It is taken off your company's account."
        : "Your money is on its way back. Banks take up to ten days to show it.",
    },
    refunded: order.dueOn
      ? { title: "This order was taken off your company's account" }
      : { title: "Your money was returned", text: "Banks take up to ten days to show it." },
  };
  return states[order.payment] ?? describeDelivery(page, days);
}

/** Also of an order that was over by then, whose money goes back. */
export const wasCharged = ({ steps }: OrderPage): boolean =>
  steps.some(({ what, amount }) => what === "paid" && amount !== undefined);

function describeLatePayment({ steps }: OrderPage): string {
  const isBack = steps.some(({ what }) => what === "refunded");
  return isBack
    ? "Your payment came after that, and went back to your card. Banks take up to ten days to show it."
    : "Your payment came after that. Your money is on its way back to your card.";
}

/** An order from the purchase page has no delivery whose days could be told. */
function describeOpenPromise({ promised, isCollection, standardDelivery }: Order): string[] {
  const verb = isCollection ? "is ready" : "arrives";
  if (promised?.payBefore) {
    const { from, until, payBefore } = promised;
    return [
      `It ${verb} ${formatDays(from, until)} if you pay before ${formatDateTime(payBefore)}.`,
    ];
  }
  if (promised || standardDelivery === undefined) return [];
  return [`When it ${verb} depends on when you pay; we tell you then.`];
}

const isSent = { coming: "is on its way", there: "was delivered" };
const areSent: typeof isSent = { coming: "are on their way", there: "were delivered" };
const isReady: typeof isSent = { coming: "is ready for collection", there: "was collected" };
const areReady: typeof isSent = { coming: "are ready for collection", there: "were collected" };

function describeDelivery({ order, parcels }: OrderPage, days: string | undefined): Next {
  const arrives = days && `We promised ${days}.`;
  const goods = order.lines.filter(({ kind }) => kind === "part");
  const sent = goods.reduce((sum, { shipped, replaced }) => sum + shipped - replaced, 0);
  const all = goods.reduce((sum, { quantity, cancelled }) => sum + quantity - cancelled, 0);
  const last = parcels
    .flatMap(({ deliveredAt }) => deliveredAt ?? [])
    .toSorted()
    .at(-1);
  const isAllThere = parcels.every(({ state }) => state !== "shipped");
  const some = `${formatCount(sent)} of ${formatCount(all)} pieces`;
  const now = isAllThere ? "there" : "coming";
  const again = describeReplacements(goods);
  const states: Record<typeof order.fulfilment, Next> = {
    none: { title: "We are getting your order ready", text: arrives },
    packed: { title: "Your order is packed", text: arrives },
    partly_shipped: again ?? {
      title: `${some} ${(sent === 1 ? isSent : areSent)[now]}`,
      text: ["The others follow.", arrives].filter(Boolean).join(" "),
    },
    shipped: { title: "Your order is on its way", text: arrives },
    delivered: {
      title: last ? `Delivered on ${formatDate(last)}` : "Your order was delivered",
      text: "If something is missing or is not as you expected, please tell us.",
    },
    returned: { title: "Your order has come back to us" },
  };
  const collection: Partial<typeof states> = {
    partly_shipped: again ?? {
      title: `${some} ${(sent === 1 ? isReady : areReady)[now]}`,
      text: "You get another letter when the others are ready.",
    },
    shipped: { title: "Your order is ready for collection" },
    delivered: {
      title: last ? `Collected on ${formatDate(last)}` : "Your order was collected",
      text: states.delivered.text,
    },
  };
  if (order.isCollection) return collection[order.fulfilment] ?? states[order.fulfilment];
  return states[order.fulfilment];
}

/** Where nothing else is still to be sent. */
function describeReplacements(goods: Order["lines"]): Next | undefined {
  const pieces = goods.reduce((sum, line) => sum + replacingPieces(line), 0);
  if (pieces < goods.reduce((sum, line) => sum + unshippedPieces(line), 0)) return undefined;
  const [what, it] =
    pieces === 1 ? ["1 piece is", "It"] : [`${formatCount(pieces)} pieces are`, "They"];
  return {
    title: `${what} still to be replaced`,
    text: `${it} will be in a parcel of ${it === "It" ? "its" : "their"} own. We write to you when it leaves.`,
  };
}

export function OrderParcels({ page }: { page: OrderPage }) {
  const parcels = page.parcels.filter(({ state }) => state !== "void");
  if (parcels.length === 0) return null;
  return (
    <section aria-labelledby="parcels">
      <h3 id="parcels" className="mb-2 text-lg font-bold">
        Parcels
      </h3>
      <ul className="divide-y divide-base-300 border-y border-base-300">
        {parcels.map((parcel) => (
          <Parcel
            key={parcel._id}
            parcel={parcel}
            names={page.order.isCollection ? collectionNames : stateNames}
          />
        ))}
      </ul>
    </section>
  );
}

function Parcel({ parcel, names }: { parcel: Shipment; names: typeof stateNames }) {
  const { carrier, tracking, trackingUrl, state } = parcel;
  return (
    <li className="py-3 text-sm wrap-anywhere">
      <p className="text-base font-semibold">
        Parcel {parcel.parcel}, {isLost(parcel) ? "lost" : names[state]}
      </p>
      <p className="text-base-content/75">
        {formatDate(parcel.deliveredAt ?? parcel.shippedAt ?? parcel.packedAt)}
        {carrier && ` · ${carrier}`}
      </p>
      {tracking && <p className="font-mono">{tracking}</p>}
      {trackingUrl && (
        <a
          href={trackingUrl}
          target="_blank"
          rel="noreferrer"
          className="link inline-flex min-h-11 items-center"
        >
          Track parcel {parcel.parcel}
        </a>
      )}
    </li>
  );
}

const isLost = ({ lines }: Shipment) => lines.every(({ quantity, lost }) => lost === quantity);

const stateNames: Record<ShipmentState, string> = {
  packed: "packed",
  shipped: "on its way",
  delivered: "delivered",
  void: "not sent",
};

const collectionNames: typeof stateNames = {
  ...stateNames,
  shipped: "ready for collection",
  delivered: "collected",
  void: "taken apart",
};

export function OrderTimeline({ steps }: { steps: readonly OrderStep[] }) {
  const isOnAccount = steps.some(({ what }) => what === "on-account");
  const words = isOnAccount ? { ...names, ...namesOnAccount } : names;
  return (
    <section aria-labelledby="timeline">
      <h3 id="timeline" className="mb-4 text-lg font-bold">
        What has happened
      </h3>
      <ol className="border-s-2 border-base-300">
        {steps.map((step) => (
          <li
            key={`${step.what} ${step.parcel} ${step.at}`}
            className="relative ps-5 pb-5 last:pb-0"
          >
            <span
              className="absolute -start-[7px] top-1.5 size-3 rounded-full border-2 border-base-100 bg-base-content"
              aria-hidden="true"
            />
            <p className="font-semibold">{describeStep(step, words)}</p>
            <p className="text-sm text-base-content/75">
              <DateTime time={step.at} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function describeStep(
  { what, amount, parcel, return: number }: OrderStep,
  words: typeof names,
): string {
  const sum = amount === undefined ? "" : ` $${formatDollars(amount)}`;
  return `${words[what]}${what === "ordered" ? "" : sum}${parcel ? `, parcel ${parcel}` : ""}${number ? `: return ${number}` : ""}`;
}

const names: Record<OrderStep["what"], string> = {
  ordered: "Ordered",
  "on-account": "On your company's account:",
  paid: "Paid",
  packed: "Packed",
  shipped: "Shipped",
  delivered: "Delivered",
  ready: "Ready for collection",
  collected: "Collected",
  cancelled: "Cancelled",
  closed: "Closed, because it was not paid in time",
  "refund-asked": "Refund asked for:",
  refunded: "Refunded",
  lost: "Lost on its way",
  "return-asked": "Return asked for",
  "return-closed": "Return done",
  disputed: "Your bank asked for the money back",
  "dispute-ended": "Your bank has decided its question",
};

/** No money moves: less is to be paid. */
const namesOnAccount = { "refund-asked": "Credit asked for:", refunded: "Credited" };
