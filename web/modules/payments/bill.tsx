import type { Order } from "#contract/orders.ts";
import { formatCount, formatDate, formatDollars } from "#web/app/format.ts";

/** Who pays for what, and how much. */
export function Bill({ order, due }: { order: Order; due: boolean }) {
  const { name, productName, quantity, price, totalPrice, orderedAt } = order;
  const lines = {
    Quantity: formatCount(quantity),
    "Per Price": `$${formatDollars(price)}`,
    Ordered: formatDate(orderedAt),
  };
  return (
    <div className="border border-base-300 p-6">
      <p className="wrap-anywhere">Hello, {name}</p>
      <h3 className="mt-1 text-xl font-extrabold wrap-anywhere">{productName}</h3>
      <dl className="mt-5 grid grid-cols-[1fr_auto] gap-x-6 gap-y-2 border-y border-base-300 py-4">
        {Object.entries(lines).map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-base-content/75">{label}</dt>
            <dd className="text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-2xl font-bold">
        {due ? "Please Pay: $" : "Total: $"}
        {formatDollars(totalPrice)}
      </p>
    </div>
  );
}
