import type { DiscountOutcome } from "#contract/baskets.ts";
import { formatDollars } from "./format.tsx";

export function DiscountRows({ discounts }: { discounts: readonly DiscountOutcome[] }) {
  return discounts.map(({ label, code, amount, problem }) => (
    <div key={`${code} ${label}`} className="flex items-baseline justify-between gap-4">
      <dt className="min-w-0 wrap-anywhere">
        {label}
        {problem && <span className="block text-sm text-base-content/75">{problem}</span>}
      </dt>
      <dd className="font-semibold whitespace-nowrap">
        {amount > 0 ? `–$${formatDollars(amount)}` : problem ? "–" : "at delivery"}
      </dd>
    </div>
  ));
}
