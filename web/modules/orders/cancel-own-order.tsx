import type { RefObject } from "react";
import type { Order } from "#contract/orders.ts";
import { nameGoods } from "#contract/rules/name-goods.ts";
import { DeleteDialog } from "#web/app/delete-dialog.tsx";
import { formatCount, formatDollars } from "#web/app/format.tsx";
import { removeOrder } from "./calls.ts";

type Props = { order: Order; heading: RefObject<HTMLElement | null>; onClose: () => void };

export function CancelOwnOrder({ order, heading, onClose }: Props) {
  return (
    <DeleteDialog
      topic="orders"
      remove={() => removeOrder(order)}
      about={`Order ${order.number}: ${order.productName}`}
      keep="Keep the order"
      heading={heading}
      onClose={onClose}
    >
      Your order of <strong>{nameGoods(order, formatCount)}</strong> will be cancelled.{" "}
      {order.paid
        ? `The $${formatDollars(order.totalPrice)} that you paid will be refunded to your card.`
        : order.dueOn
          ? "It is taken off your company's account."
          : "It is not paid, so there is nothing to refund."}{" "}
      This cannot be undone.
    </DeleteDialog>
  );
}
