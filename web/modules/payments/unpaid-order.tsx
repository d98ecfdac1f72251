import { useQuery } from "@tanstack/react-query";
import type { Order } from "#contract/orders.ts";
import { oneOrder } from "./calls.ts";
import { PayByCard } from "./pay-by-card.tsx";

type Props = {
  order: Order;
  /** The card provider has taken the payment, and the shop is yet to hear of it. */
  taken: boolean;
  onSucceeded: (transactionId: string) => Promise<void>;
};

/** Asks for the card; once the payment is taken, it never asks again. */
export function UnpaidOrder({ order, taken, onSucceeded }: Props) {
  return (
    <>
      {/* There from the beginning: only then is what comes into it announced. */}
      <div role="status">{taken && <BeingConfirmed order={order} />}</div>
      {!taken && (
        <>
          <h3 className="mb-4 text-lg font-bold print:hidden">Pay by card</h3>
          <PayByCard order={order} onSucceeded={onSucceeded} />
        </>
      )}
    </>
  );
}

const lookEvery = 2_000;

function BeingConfirmed({ order }: { order: Order }) {
  // The shop may hear of it from the card provider as well.
  useQuery({ ...oneOrder(order._id), refetchInterval: lookEvery });
  return (
    <div className="flex items-start gap-3">
      <span className="loading loading-spinner mt-0.5 shrink-0 text-primary" aria-hidden="true" />
      <div className="grid gap-2">
        <p className="text-lg leading-snug font-bold">
          Your payment is being confirmed. You need not pay again.
        </p>
        <p>This page says so as soon as it is done. You may also leave it and come back.</p>
      </div>
    </div>
  );
}
