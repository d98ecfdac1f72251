import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Order } from "#contract/orders.ts";
import { orderMoves } from "#contract/rules/order-states.ts";
import { formatCount, formatDollars } from "#web/app/format.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { removeOrder } from "./calls.ts";

type Props = {
  order: Order;
  heading: RefObject<HTMLElement | null>;
};

export function CancelOrder({ order, heading }: Props) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const cancelling = useMutation({
    mutationFn: removeOrder,
    onSuccess: () => showToast("Deleted Success"),
    onError: (error) => showToast(error.message, "error"),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["orders"] }),
        client.invalidateQueries({ queryKey: ["parts"] }),
      ]),
  });
  const can = isPaid(order) || order.state === orderMoves.cancel.from;
  useFocusOnceGone(heading, { asking, can });

  // The dialog keeps what was confirmed until it is done, whatever is pushed meanwhile.
  const inQuestion = (cancelling.isPending && cancelling.variables) || order;
  return (
    <>
      {can && (
        <button type="button" className="btn btn-outline btn-error" onClick={() => setAsking(true)}>
          {nameFor(order)}
        </button>
      )}
      {asking && (
        <ConfirmDialog
          title="Are you sure?"
          confirm={nameFor(inQuestion)}
          refuse="Keep it"
          onConfirm={() => cancelling.mutateAsync(order)}
          onClose={() => setAsking(false)}
        >
          <WhatHappens order={inQuestion} />
        </ConfirmDialog>
      )}
    </>
  );
}

function WhatHappens({ order }: { order: Order }) {
  return (
    <p>
      The order of <strong>{order.name}</strong> for {formatCount(order.quantity)} ×{" "}
      <strong>{order.productName}</strong> will be cancelled.{" "}
      {isPaid(order)
        ? `${totalOf(order)} go back to the card that paid, and then the parts back into stock.`
        : "It is not paid, so no money moves; the parts go back into stock."}{" "}
      This cannot be undone.
    </p>
  );
}

const isPaid = ({ state }: Order) => state === orderMoves.refund.from;
const totalOf = ({ totalPrice }: Order) => `$${formatDollars(totalPrice)}`;
const nameFor = (order: Order) =>
  isPaid(order) ? `Cancel and refund ${totalOf(order)}` : "Cancel order";

/** The button that opened the dialog may be gone when it closes. */
function useFocusOnceGone(
  heading: RefObject<HTMLElement | null>,
  { asking, can }: { asking: boolean; can: boolean },
) {
  const asked = useRef(false);
  useEffect(() => {
    if (asking) asked.current = true;
    else if (asked.current && !can) heading.current?.focus();
  }, [heading, asking, can]);
}
