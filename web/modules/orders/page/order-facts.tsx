import type { CheckoutAddress } from "#contract/checkout-address.ts";
import type { OrderPage } from "#contract/order-page.ts";
import { formatDays, formatDollars, formatPromise } from "#web/app/format.tsx";

export function OrderAddress({ page: { order, vatId, billTo } }: { page: OrderPage }) {
  const { name, address, phone, email, reference } = order;
  const facts = {
    Phone: phone,
    Email: email,
    "Promised days": order.promised && formatPromise(order.promised, order.isCollection),
    "Said when ordered": order.promised?.whenOrdered && sayWhenOrdered(order.promised.whenOrdered),
    "Invoice to": billTo && inOneLine(billTo),
    "Your reference": reference,
    "VAT number": vatId,
  };
  return (
    <section aria-labelledby="delivered-to">
      <h3 id="delivered-to" className="mb-2 text-lg font-bold">
        Address
      </h3>
      <address className="whitespace-pre-line wrap-anywhere not-italic">
        {address.startsWith(name) ? address : `${name}\n${address}`}
      </address>
      <dl className="mt-3 grid gap-1 text-sm">
        {Object.entries(facts).map(
          ([term, value]) =>
            value && (
              <div key={term} className="flex flex-wrap gap-x-2">
                <dt className="text-base-content/75">{term}</dt>
                <dd className="wrap-anywhere">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

const sayWhenOrdered = ({ from, until }: { from: string; until: string }) =>
  `${formatDays(from, until)}; a later payment moves the days`;

function inOneLine({ name, company, street, postcode, city, region, country }: CheckoutAddress) {
  const place = [postcode, city].filter(Boolean).join(" ");
  return [company, name, street, place, region, country].filter(Boolean).join(", ");
}

export function OrderAmounts({ page: { order, taxes, taxMode } }: { page: OrderPage }) {
  const { goods, discount, deposits, delivery, totalPrice, refunded, tax } = order;
  // On account, what was received stands by itself.
  const wasPaid = order.transactionId !== undefined && order.dueOn === undefined;
  return (
    <section aria-labelledby="amounts">
      <h3 id="amounts" className="mb-2 text-lg font-bold">
        Amount
      </h3>
      <dl className="divide-y divide-base-300 border-y border-base-300">
        <Amount term="Goods" dollars={goods} />
        {discount > 0 && <Amount term="Discount" dollars={-discount} />}
        {deposits > 0 && <Amount term="Core deposit" dollars={deposits} />}
        <Amount term="Delivery" dollars={delivery} zero="free" />
        {taxMode === "added" &&
          taxes.map(({ percent, tax }) => (
            <Amount key={percent} term={`Tax, ${percent} %`} dollars={tax} />
          ))}
        <Amount term={wasPaid ? "Paid" : "Total"} dollars={totalPrice} isStrong />
        {refunded > 0 && (
          <Amount term={order.dueOn ? "Credited" : "Refunded"} dollars={-refunded} />
        )}
      </dl>
      {taxMode === "contained" && tax > 0 && (
        <p className="mt-2 text-sm text-base-content/75">Includes ${formatDollars(tax)} tax.</p>
      )}
      {taxMode === "reverse" && (
        <p className="mt-2 text-sm text-base-content/75">
          Without tax: your company owes it in its own country (reverse charge).
        </p>
      )}
      {order.transactionId && !order.dueOn && (
        <p className="mt-2 text-sm wrap-anywhere text-base-content/75">
          Transaction {order.transactionId}
        </p>
      )}
    </section>
  );
}

type AmountProps = { term: string; dollars: number; zero?: string; isStrong?: boolean };

function Amount({ term, dollars, zero, isStrong = false }: AmountProps) {
  return (
    <div className={`flex justify-between gap-4 py-2 ${isStrong ? "font-bold" : ""}`}>
      <dt>{term}</dt>
      <dd className="whitespace-nowrap">
        {dollars === 0 && zero
          ? zero
          : `${dollars < 0 ? "–" : ""}$${formatDollars(Math.abs(dollars))}`}
      </dd>
    </div>
  );
}
