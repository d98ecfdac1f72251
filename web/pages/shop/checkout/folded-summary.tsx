import { ChevronDown } from "lucide-react";
import { useState } from "react";
import type { Quote } from "#contract/checkout.ts";
import { formatDollars } from "#web/app/format.tsx";
import { describePromise } from "#web/modules/checkout/promised-days.ts";
import { type Ordered, QuoteSummary, totalOf } from "#web/modules/checkout/quote-summary.tsx";

/** One line on phones, where the whole of it would push the step away. */
export function FoldedSummary({ ordered, placed }: { ordered: Ordered; placed: Quote | null }) {
  const [isOpen, setOpen] = useState(false);
  const offered = placed?.methods.find(({ id }) => id === placed.method);
  const days = offered && describePromise(offered, Date.now());
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls="order-summary"
        className="flex min-h-12 w-full items-center gap-3 border border-base-300 px-4 py-2 text-start lg:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        <span className="min-w-0 grow">
          <span className="flex flex-wrap justify-between gap-x-4">
            <span>{placed ? "Your order" : "Your order, without delivery"}</span>
            <span className="font-bold">${formatDollars(totalOf(ordered, placed))}</span>
          </span>
          {days && <span className="block text-sm text-base-content/75">{days}</span>}
        </span>
        <ChevronDown
          aria-hidden="true"
          className={`size-5 shrink-0 ${isOpen ? "rotate-180" : ""}`}
        />
      </button>
      <div id="order-summary" className={isOpen ? "" : "max-lg:hidden"}>
        <QuoteSummary ordered={ordered} placed={placed} />
      </div>
    </>
  );
}
