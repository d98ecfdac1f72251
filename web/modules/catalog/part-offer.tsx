import type { Part } from "#contract/catalog.ts";
import {
  formatCents,
  formatDollars,
  formatNumber,
  multiplyCents,
  toCents,
} from "#contract/rules/money.ts";
import { isOrderable, quantityLimits } from "#contract/rules/quantity.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { purchasePath } from "#web/app/paths.ts";

/** Rendered on the server as well, so in its locale. */
export function PartOffer({ part }: { part: Part }) {
  const { _id, name, price, availablQuantity } = part;
  const { min } = quantityLimits(part);
  const total = multiplyCents(toCents(price), min);
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-display text-3xl font-extrabold">${formatDollars(price)}</span>
        <span className="text-sm text-base-content/75">
          each{min > 1 && ` · $${formatCents(total)} for ${formatNumber(min, 0)}`}
        </span>
      </p>
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-y border-base-300 py-3">
        <Stock pieces={availablQuantity} />
        {isOrderable(part) && (
          <span className="text-base-content/75">
            From {formatNumber(min, 0)} {min === 1 ? "piece" : "pieces"}
          </span>
        )}
      </p>
      {isOrderable(part) ? (
        <PageLink
          to={purchasePath(_id)}
          className="btn btn-primary btn-lg"
          aria-label={`Purchase ${name}`}
        >
          Purchase
        </PageLink>
      ) : (
        <p className="border-s-4 border-warning ps-3 leading-relaxed">
          {availablQuantity > 0 && "There are too few left for an order. "}
          This part cannot be ordered right now. As soon as there is more on the shelf, you can
          order it here.
        </p>
      )}
    </div>
  );
}

function Stock({ pieces }: { pieces: number }) {
  if (pieces === 0) return <span className="font-semibold text-error">Out of stock</span>;
  return (
    <span className="flex items-center gap-2 font-semibold">
      <span className="size-2 rounded-full bg-current" aria-hidden="true" />
      {formatNumber(pieces, 0)} in stock
    </span>
  );
}
