import { useEffect, useRef } from "react";
import type { Order } from "#contract/orders.ts";
import { showToast } from "#web/ui/toast.tsx";
import { Bill } from "./bill.tsx";
import { PaymentResult } from "./payment-result.tsx";
import { UnpaidOrder } from "./unpaid-order.tsx";
import { useReportPayment } from "./use-report-payment.ts";

/** An order and its payment, as they are now. */
export function Payment({ order }: { order: Order }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const report = useReportPayment(order);
  const { state } = order;
  const shown = useRef(state);

  // Wherever it was paid or cancelled: here, in another tab, by the card provider's word.
  useEffect(() => {
    if (shown.current === "unpaid" && state !== "unpaid") {
      if (state === "paid") showToast("Your Payment success");
      heading.current?.focus();
    }
    shown.current = state;
  }, [state]);

  return (
    <div className="grid items-start gap-6 xl:grid-cols-2 xl:gap-10">
      <Bill order={order} due={state === "unpaid" && !report.delayed} />
      <div className="xl:pt-6">
        {state === "unpaid" ? (
          <UnpaidOrder order={order} taken={report.delayed} onSucceeded={report.tell} />
        ) : (
          <PaymentResult order={order} refusal={report.refusal} heading={heading} />
        )}
      </div>
    </div>
  );
}
