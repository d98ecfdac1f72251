import type { Order } from "#contract/orders.ts";
import { formatCount, formatDollars } from "#web/app/format.tsx";

export function OrderSummary({ order }: { order: Order }) {
  const { lines, totalPrice, tax, discounts = [] } = order;
  return (
    <div>
      <dl className="grid gap-2">
        {lines.map(({ _id, kind, name, quantity, total }) => (
          <div key={_id} className="flex justify-between gap-4">
            <dt className="min-w-0 wrap-anywhere">
              {kind === "part" ? `${formatCount(quantity)} × ${name}` : name}
            </dt>
            <dd className="font-semibold whitespace-nowrap">
              {total === 0 ? "free" : `$${formatDollars(total)}`}
            </dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-4 border-t border-base-300 pt-2">
          <dt className="font-semibold">Total</dt>
          <dd className="font-display text-2xl font-extrabold">${formatDollars(totalPrice)}</dd>
        </div>
      </dl>
      {discounts.map(({ label, amount }) => (
        <p key={label} className="mt-1 text-sm text-base-content/75">
          {label}: ${formatDollars(amount)} less.
        </p>
      ))}
      {tax > 0 && (
        <p className="mt-1 text-sm text-base-content/75">Includes ${formatDollars(tax)} tax.</p>
      )}
    </div>
  );
}
