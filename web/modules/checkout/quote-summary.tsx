import type { ReactNode } from "react";
import type { Quote } from "#contract/checkout.ts";
import { DiscountRows } from "#web/app/discount-rows.tsx";
import { formatCount, formatDollars, KeepUnits, writeLowest } from "#web/app/format.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { describePromise } from "./promised-days.ts";

export type Ordered = Pick<Quote, "lines" | "goods" | "discount" | "discounts" | "deposits">;
/** Delivery and tax come with the place; null: it is not known yet. */
type Props = { ordered: Ordered; placed: Quote | null; title?: string };

export function QuoteSummary({ ordered, placed, title = "Your order" }: Props) {
  const { lines, goods, discounts, deposits } = ordered;
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
                {formatCount(line.quantity)} ×{" "}
                <bdi>
                  <KeepUnits>{line.name}</KeepUnits>
                </bdi>
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
        {placed ? <PlacedAmounts quote={placed} /> : <DeliveryAmount>{comesLater}</DeliveryAmount>}
        <div className="flex items-baseline justify-between gap-4 border-t border-base-300 pt-2">
          <dt className="font-semibold">{placed ? "Total" : "Total without delivery"}</dt>
          <dd className="font-display text-2xl font-extrabold">
            ${formatDollars(totalOf(ordered, placed))}
          </dd>
        </div>
      </dl>
      {placed && <TaxNote quote={placed} />}
    </section>
  );
}

const comesLater = (
  <span className="text-sm font-normal text-base-content/75">comes with the address</span>
);

function PlacedAmounts({ quote }: { quote: Quote }) {
  const { methods, method, delivery, taxes, taxMode } = quote;
  const offered = methods.find(({ id }) => id === method);
  return (
    <>
      <DeliveryAmount days={offered && describePromise(offered, Date.now())}>
        {offered ? formatPrice(delivery) : "–"}
      </DeliveryAmount>
      {taxMode === "added" &&
        taxes.map(({ percent, tax }) => (
          <Amount key={percent} term={`Tax, ${percent} %`} dollars={tax} />
        ))}
    </>
  );
}

/** Of a VAT number that takes no tax off yet. */
const vatNotes = {
  waiting:
    "We have not confirmed your VAT number yet. Until then tax is included; once it is confirmed we refund the tax of this order, with a credit note.",
  invalid:
    "The register of VAT numbers does not know yours, so tax is included. Please check it for a typo. If it is right, order as it is and write to us: we refund the tax once the number is confirmed.",
  valid: undefined,
};

function TaxNote({ quote }: { quote: Quote }) {
  const note = quote.vat && vatNotes[quote.vat];
  return (
    <>
      <TaxAmounts quote={quote} />
      {note && <p className="border-s-4 border-warning ps-3 text-sm">{note}</p>}
    </>
  );
}

function TaxAmounts({ quote: { taxMode, taxes } }: { quote: Quote }) {
  if (taxMode !== "contained" && taxMode !== "reverse") return null;
  const contained = taxes.map(({ percent, tax }) => `$${formatDollars(tax)} tax (${percent} %)`);
  return (
    <p className="text-sm text-base-content/75">
      {taxMode === "contained"
        ? `Includes ${contained.join(" and ")}.`
        : "Without tax: your company owes it in its own country (reverse charge)."}
    </p>
  );
}

/** Before the address: what the basket shows. */
export function totalOf({ goods, discount, deposits }: Ordered, placed: Quote | null): number {
  return placed ? placed.total : goods - discount + deposits;
}

const formatPrice = (dollars: number) => (dollars === 0 ? "free" : `$${formatDollars(dollars)}`);

function DeliveryAmount({ days, children }: { days?: string | undefined; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>
        Delivery
        {days && <span className="block text-sm text-base-content/75">{days}</span>}
      </dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}

function Amount({ term, dollars }: { term: string; dollars: number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{term}</dt>
      <dd className="font-semibold">${formatDollars(dollars)}</dd>
    </div>
  );
}
