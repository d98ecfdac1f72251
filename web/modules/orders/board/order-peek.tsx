import { useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Order } from "#contract/orders.ts";
import { DateTime, formatCount, formatDollars } from "#web/app/format.tsx";
import { DescriptionList } from "#web/ui/description-list.tsx";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { managedOrder } from "../manage-calls.ts";
import { OrderShipping } from "../shipping/order-shipping.tsx";
import { StateBadge } from "../state-badge.tsx";

type Props = { id: string; onOpen: (id: string) => void; onClose: () => void };

export function OrderPeek({ id, onOpen, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { data: order, error, refetch } = useQuery(managedOrder(useQueryClient(), id));

  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard it is left with Escape
    <dialog
      ref={dialog}
      aria-label={order ? `Order ${order.number}` : "Order"}
      className="me-0 ms-auto h-dvh max-h-none w-full max-w-xl overflow-y-auto border-base-300 bg-base-100 p-5 text-base-content backdrop:bg-neutral/60 sm:border-s sm:p-6"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="flex items-start justify-between gap-4">
        <h2 className="flex flex-wrap items-center gap-x-3 text-xl font-extrabold">
          Order {order?.number}
          {order && <StateBadge order={order} />}
        </h2>
        <button
          type="button"
          className="btn btn-ghost btn-square"
          aria-label="Close"
          onClick={onClose}
        >
          <X className="size-5" aria-hidden="true" />
        </button>
      </div>
      {!order && !error && <InlineLoading />}
      {!order && error && (
        <LoadFailed title="This order could not be fetched" error={error} retry={refetch} />
      )}
      {order && (
        <>
          <button
            type="button"
            className="btn btn-outline my-4 h-11"
            onClick={() => onOpen(order._id)}
          >
            Open the order
          </button>
          <DescriptionList lines={toLines(order)} />
          <Lines order={order} />
          <OrderShipping order={order} />
        </>
      )}
    </dialog>
  );
}

function toLines({ name, email, phone, address, orderedAt, totalPrice, refunded }: Order) {
  return {
    Customer: [name, email, phone].filter(Boolean).join("\n"),
    Address: address,
    Ordered: <DateTime time={orderedAt} />,
    Total: <strong>${formatDollars(totalPrice)}</strong>,
    ...(refunded > 0 && { Refunded: `$${formatDollars(refunded)}` }),
  };
}

function Lines({ order: { lines, isCollection } }: { order: Order }) {
  return (
    <>
      <h3 className="mt-6 mb-2 font-bold">Parts</h3>
      <ul aria-label="Parts" className="divide-y divide-base-300 border-y border-base-300">
        {lines
          .filter(({ kind }) => kind === "part")
          .map(({ _id, number, name, quantity, shipped, total }) => (
            <li key={_id} className="flex items-baseline gap-3 py-2">
              <span className="min-w-0 grow wrap-anywhere">
                {formatCount(quantity)} × <span className="font-mono text-sm">{number}</span> {name}
                {shipped > 0 && (
                  <span className="ms-2 text-sm text-base-content/75">
                    {formatCount(shipped)} {isCollection ? "ready or collected" : "shipped"}
                  </span>
                )}
              </span>
              <span className="font-semibold">${formatDollars(total)}</span>
            </li>
          ))}
      </ul>
    </>
  );
}
