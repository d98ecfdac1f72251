import { useState } from "react";
import type { Quote } from "#contract/checkout.ts";
import { formatDollars } from "#web/app/format.tsx";

export function ChangedPrices({ quote }: { quote: Quote }) {
  const [seen] = useState(quote);
  const changes = quote.lines.flatMap(({ _id, number, quantity, price }) => {
    const before = seen.lines.find((line) => line._id === _id);
    const isCompared = before && before.quantity > 0 && quantity > 0;
    return isCompared && before.price !== price ? [{ number, before: before.price, price }] : [];
  });
  return (
    <div role="status" className="border-s-4 border-warning ps-3 empty:hidden">
      {changes.map(({ number, before, price }) => (
        <p key={number}>
          {number} went from ${formatDollars(before)} to ${formatDollars(price)} since you opened
          this page.
        </p>
      ))}
      {quote.total !== seen.total && (
        <p>
          The total was ${formatDollars(seen.total)}, and is ${formatDollars(quote.total)} now.
        </p>
      )}
    </div>
  );
}
