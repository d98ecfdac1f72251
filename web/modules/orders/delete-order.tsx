import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import type { Order } from "#contract/orders.ts";
import { formatCount, formatDollars } from "#web/app/format.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { removeOrder } from "./calls.ts";

type Props = { order: Order; heading: RefObject<HTMLElement | null>; onClose: () => void };

export function DeleteOrder({ order, heading, onClose }: Props) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => removeOrder(order),
    onSuccess: () => showToast("Deleted Success"),
    onError: (error) => showToast(error.message, "error"),
    onSettled: () => client.invalidateQueries({ queryKey: ["orders"] }),
  });
  return (
    <ConfirmDialog
      title="Are you sure?"
      confirm="Delete"
      refuse="Keep the order"
      focusAfter={heading}
      onConfirm={() => removal.mutateAsync()}
      onClose={onClose}
    >
      <p>
        Your order of {formatCount(order.quantity)} × <strong>{order.productName}</strong> will be
        cancelled.{" "}
        {order.paid
          ? `The $${formatDollars(order.totalPrice)} that you paid go back to the card that paid.`
          : "It is not paid, so there is nothing to give back."}{" "}
        This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
