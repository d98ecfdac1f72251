import { useQuery } from "@tanstack/react-query";
import type { OrderEvent } from "#contract/orders.ts";
import { DateTime, formatDollars } from "#web/app/format.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";
import { orderHistory } from "./manage-calls.ts";

const names: Record<OrderEvent["what"], string> = {
  ordered: "Ordered",
  "payment-begun": "Payment begun",
  "payment-declined": "Card declined",
  "on-account": "On the company's account",
  "payment-given-up": "Payment given up",
  paid: "Paid",
  cancelled: "Cancelled",
  "refund-wanted": "Refund asked for",
  refunded: "Refunded",
  note: "Note",
  "address-corrected": "Address corrected",
  "letter-sent-again": "Letter sent again",
};

export function OrderHistory({ id }: { id: string }) {
  const { data: events, error, refetch } = useQuery(orderHistory(id));
  if (!events && !error) return <InlineLoading />;
  if (!events) {
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <p>The history could not be fetched. {error.message}</p>
        <button type="button" className="btn btn-outline" onClick={() => refetch()}>
          Try again
        </button>
      </div>
    );
  }
  return (
    <ol aria-label="Payment history" className="border-s-2 border-base-300">
      {events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added at the end
        <Event key={index} event={event} />
      ))}
    </ol>
  );
}

function Event({ event: { at, what, amount, reference, note } }: { event: OrderEvent }) {
  return (
    <li className="relative ps-5 pb-5 last:pb-0">
      <span
        className="absolute -start-[7px] top-1.5 size-3 rounded-full border-2 border-base-100 bg-base-content"
        aria-hidden="true"
      />
      <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
        {names[what]}
        {amount !== undefined && <span>${formatDollars(amount)}</span>}
      </p>
      <p className="text-sm text-base-content/75">
        <DateTime time={at} />
      </p>
      {note && <p className="text-sm whitespace-pre-line wrap-anywhere">{note}</p>}
      {reference && <p className="text-sm wrap-anywhere text-base-content/75">{reference}</p>}
    </li>
  );
}
