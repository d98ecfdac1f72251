import type { Quote } from "#contract/checkout.ts";
import { DiscountRows } from "#web/app/discount-rows.tsx";
import { formatCount, formatDollars, writeLowest } from "#web/app/format.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { describePromise } from "./promised-days.ts";

/** `isPlaceless`: delivery and tax come with the address. */
type Props = { quote: Quote; isPlaceless?: boolean; title?: string };

export function QuoteSummary({ quote, isPlaceless = false, title = "Your order" }: Props) {
  const { lines, goods, discounts, deposits, delivery, method, taxes, taxMode } = quote;
  const offered = isPlaceless ? undefined : quote.methods.find(({ id }) => id === method);
  const days = offered && describePromise(offered, Date.now());
  const leftOut = lines.filter(({ quantity }) => quantity === 0);
  return (
    <section aria-labelledby="your-order" className="grid gap-3 border border-base-300 p-4 sm:p-6">
      <h2 id="your-order" className="text-xl font-bold">
        {title}
      </h2>
      <ul className="grid gap-2">
        {lines
          .filter(({ quantity }) => quantity > 0)
          .map((line) => (
            <li
              key={line._id}
              className="grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-3"
            >
              <Picture src={line.img} alt="" sizes="3rem" />
              <span className="min-w-0 text-sm wrap-anywhere">
                {formatCount(line.quantity)} × <bdi>{line.name}</bdi>
                <span data-fit={line._id} className="block" />
                {line.note && <span className="block text-base-content/80">{line.note}</span>}
                {line.lowest !== undefined && (
                  <span className="block text-base-content/80">
                    {writeLowest(formatDollars(line.lowest))}
                  </span>
                )}
              </span>
              <span className="text-sm whitespace-nowrap">
                ${formatDollars(line.price * line.quantity - line.discount)}
              </span>
            </li>
          ))}
      </ul>
      {leftOut.length > 0 && (
        <ul className="grid gap-2 border-s-4 border-warning ps-3 text-sm">
          {leftOut.map(({ _id, name, note }) => (
            <li key={_id} className="wrap-anywhere">
              Left out: <bdi className="font-semibold">{name}</bdi>. {note}
            </li>
          ))}
        </ul>
      )}
      <dl className="grid gap-2 border-t border-base-300 pt-3">
        <Amount term="Goods" dollars={goods} />
        <DiscountRows discounts={discounts} />
        {deposits > 0 && <Amount term="Core deposit" dollars={deposits} />}
        <div className="flex justify-between gap-4">
          <dt>
            Delivery
            {days && <span className="block text-sm text-base-content/75">{days}</span>}
          </dt>
          <dd className={isPlaceless ? "text-sm text-base-content/75" : "font-semibold"}>
            {isPlaceless
              ? "comes with the address"
              : method === null
                ? "–"
                : delivery === 0
                  ? "free"
                  : `$${formatDollars(delivery)}`}
          </dd>
        </div>
        {taxMode === "added" &&
          !isPlaceless &&
          taxes.map(({ percent, tax }) => (
            <Amount key={percent} term={`Tax, ${percent} %`} dollars={tax} />
          ))}
        <div className="flex items-baseline justify-between gap-4 border-t border-base-300 pt-2">
          <dt className="font-semibold">{isPlaceless ? "Total without delivery" : "Total"}</dt>
          <dd className="font-display text-2xl font-extrabold">
            ${formatDollars(totalOf(quote, isPlaceless))}
          </dd>
        </div>
      </dl>
      {taxMode === "contained" && !isPlaceless && (
        <p className="text-sm text-base-content/75">
          Includes{" "}
          {taxes
            .map(({ percent, tax }) => `$${formatDollars(tax)} tax (${percent} %)`)
            .join(" and ")}
          .
        </p>
      )}
      {taxMode === "reverse" && !isPlaceless && (
        <p className="text-sm text-base-content/75">
          Without tax: your company owes it in its own country (reverse charge).
        </p>
      )}
    </section>
  );
}

/** Before the address: what the basket shows. */
export function totalOf({ total, goods, discount, deposits }: Quote, isPlaceless: boolean): number {
  return isPlaceless ? goods - discount + deposits : total;
}

function Amount({ term, dollars }: { term: string; dollars: number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{term}</dt>
      <dd className="font-semibold">${formatDollars(dollars)}</dd>
    </div>
  );
}
