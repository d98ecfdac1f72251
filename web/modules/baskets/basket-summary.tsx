import type { ReactNode } from "react";
import type { Basket } from "#contract/baskets.ts";
import { DiscountRows } from "#web/app/discount-rows.tsx";
import { formatCount, formatDollars } from "#web/app/format.tsx";

export function BasketSummary({ basket, children }: { basket: Basket; children: ReactNode }) {
  const { pieces, goods, discounts, deposits, total, groups = [] } = basket;
  return (
    <div className="grid gap-3">
      <dl className="grid gap-2">
        <Row term={`Goods, ${formatCount(pieces)} ${pieces === 1 ? "piece" : "pieces"}`}>
          ${formatDollars(goods)}
        </Row>
        <DiscountRows discounts={discounts} />
        {deposits > 0 && (
          <Row term="Core deposit, back when you return the old part">
            ${formatDollars(deposits)}
          </Row>
        )}
        <div className="flex items-baseline justify-between gap-4 border-t border-base-300 pt-2">
          <dt className="font-semibold">Total without delivery</dt>
          <dd className="font-display text-2xl font-extrabold">${formatDollars(total)}</dd>
        </div>
      </dl>
      {pieces > 0 && groups.length > 0 && (
        <p className="text-sm text-base-content/75">{explainPrices(groups)}</p>
      )}
      {children}
    </div>
  );
}

function explainPrices(groups: NonNullable<Basket["groups"]>): string {
  const [first, second] = groups.map(({ name, ofCompany }) =>
    ofCompany ? `your company’s prices (${name})` : `your own prices (${name})`,
  );
  if (!second) return `You buy at ${first}.`;
  return `You buy at ${first} and ${second}: of each part, the lower price counts.`;
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt>{term}</dt>
      <dd className="font-semibold whitespace-nowrap">{children}</dd>
    </div>
  );
}
