import { useEffect, useRef } from "react";
import type { Order } from "#contract/orders.ts";
import { showToast } from "#web/ui/toast.tsx";
import { Bill } from "./bill.tsx";
import { Result } from "./result.tsx";
import { Unpaid } from "./unpaid.tsx";
import { useReport } from "./use-report.ts";

/** An order and its payment, as they are now. */
export function Payment({ order }: { order: Order }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const report = useReport(order);
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
          <Unpaid order={order} taken={report.delayed} onSucceeded={report.tell} />
        ) : (
          <Result order={order} refusal={report.refusal} heading={heading} />
        )}
      </div>
    </div>
  );
}
