import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Order } from "#contract/orders.ts";
import { maySend, shippedProblem } from "#contract/rules/order-states.ts";
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
  const [isConfirming, setConfirming] = useState(false);
  const cancelling = useMutation({
    mutationFn: removeOrder,
    onSuccess: () => showToast("Deleted Success", "success", `Order ${order.number}`),
    onError: (error) => showToast(error.message, "error", `Order ${order.number}`),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["orders"] }),
        client.invalidateQueries({ queryKey: ["order-link"] }),
        client.invalidateQueries({ queryKey: ["parts"] }),
      ]),
  });
  const isShipped = shippedProblem(order.fulfilment, order.isCollection) !== undefined;
  const canCancel = !isShipped && (isPaid(order) || order.state === "unpaid");
  useFocusAfterCancel(heading, { isConfirming, canCancel });

  // While cancelling, the dialog keeps the confirmed order even if a pushed event changes it.
  const shownOrder = (cancelling.isPending && cancelling.variables) || order;
  return (
    <>
      {canCancel && (
        <button
          type="button"
          className="btn btn-outline btn-error"
          onClick={() => setConfirming(true)}
        >
          {actionLabel(order)}
        </button>
      )}
      {isConfirming && (
        <ConfirmDialog
          title="Are you sure?"
          confirm={actionLabel(shownOrder)}
          refuse="Keep it"
          onConfirm={() => cancelling.mutateAsync(order)}
          onClose={() => setConfirming(false)}
        >
          <Consequences order={shownOrder} />
        </ConfirmDialog>
      )}
    </>
  );
}

function Consequences({ order }: { order: Order }) {
  return (
    <p>
      The order of <strong>{order.name}</strong> for {formatCount(order.quantity)} ×{" "}
      <strong>{order.productName}</strong> will be cancelled.{" "}
      {isPaid(order)
        ? order.dueOn
          ? "It is taken off the company's account, and the parts return to stock."
          : `${formatTotal(order)} will be refunded to the card, and the parts return to stock.`
        : "It is not paid, so nothing is refunded; the parts return to stock."}{" "}
      This cannot be undone.
    </p>
  );
}

const isPaid = ({ payment }: Order) => maySend(payment);
const formatTotal = ({ totalPrice }: Order) => `$${formatDollars(totalPrice)}`;
const actionLabel = (order: Order) =>
  isPaid(order) && !order.dueOn ? `Cancel and refund ${formatTotal(order)}` : "Cancel order";

/** The button that opened the dialog may no longer exist when it closes. */
function useFocusAfterCancel(
  heading: RefObject<HTMLElement | null>,
  { isConfirming, canCancel }: { isConfirming: boolean; canCancel: boolean },
) {
  const wasConfirming = useRef(false);
  useEffect(() => {
    if (isConfirming) wasConfirming.current = true;
    else if (wasConfirming.current && !canCancel) heading.current?.focus();
  }, [heading, isConfirming, canCancel]);
}
