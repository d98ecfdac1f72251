import { CircleCheck, Undo2 } from "lucide-react";
import type { RefObject } from "react";
import type { Order } from "#contract/orders.ts";
import { orderMoves } from "#contract/rules/order-states.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { orderPath, paths } from "#web/app/paths.ts";

type Props = {
  order: Order;
  refusal: string | undefined;
  heading: RefObject<HTMLHeadingElement | null>;
};

export function PaymentResult({ order, refusal, heading }: Props) {
  const Icon = order.paid ? CircleCheck : Undo2;
  return (
    <>
      <h3
        ref={heading}
        tabIndex={-1}
        className="flex items-center gap-2 text-lg font-bold outline-none"
      >
        <Icon
          className={`${order.paid ? "text-success" : "text-base-content/75"} size-6 shrink-0`}
          aria-hidden="true"
        />
        {headings[order.state]}
      </h3>
      <p className="mt-3">
        {order.paid ? "Thank you. Your order is paid in full." : (refusal ?? reason(order))}
      </p>
      {order.transactionId && (
        <p className="mt-5 border-t border-base-300 pt-4">
          {/* So spelt in the specification. */}
          <span className="block text-sm font-semibold">Your Transition id</span>{" "}
          <span className="font-mono text-sm wrap-anywhere select-all">{order.transactionId}</span>
        </p>
      )}
      <p className="mt-4 flex flex-wrap gap-x-6">
        {order.transactionId && (
          <PageLink to={orderPath(order.number)} className="link inline-flex min-h-11 items-center">
            See your order and its receipt
          </PageLink>
        )}
        <PageLink to={paths.myOrder} className="link inline-flex min-h-11 items-center">
          See all your orders
        </PageLink>
      </p>
    </>
  );
}

const headings: Record<Order["state"], string> = {
  unpaid: "",
  paid: "Paid",
  cancelled: "Cancelled",
  refunding: "Refund on its way",
  refunded: "Refunded",
};

function reason({ state }: Order): string {
  const why: { [State in Order["state"]]?: string } = orderMoves.pay.otherwise;
  return why[state] ?? "";
}
