import type { ReactNode } from "react";
import type { PartPage } from "#contract/catalog.ts";
import {
  formatCents,
  formatDollars,
  formatNumber,
  multiplyCents,
  toCents,
} from "#contract/rules/money.ts";
import { isOrderable } from "#contract/rules/quantity.ts";
import { writeLowest } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { purchasePath } from "#web/app/paths.ts";

/** Rendered on the server as well, so in its locale. `basket`: once it is loaded. */
export function PartOffer({ part, basket }: { part: PartPage; basket: ReactNode }) {
  const { _id, name, price, deposit, availablQuantity, packOf, life, steps, lowest } = part;
  const { quantity } = part.smallestOrder;
  const total = multiplyCents(toCents(price), quantity);
  const orderable = isOrderable(part) && !part.inKitsOnly;
  const isMade = life === "active" || life === "announced";
  const missing = [
    ...(availablQuantity > 0 ? ["There are too few left for an order."] : []),
    isMade
      ? "This part cannot be ordered right now. As soon as there is more on the shelf, you can order it here."
      : "This part cannot be ordered any more.",
  ].join(" ");
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-display text-3xl font-extrabold">${formatDollars(price)}</span>
        <span className="text-sm text-base-content/75">
          {packOf === 1 ? "each" : `per pack of ${packOf}`}
          {orderable && quantity > 1 && ` · $${formatCents(total)} for ${write(quantity, packOf)}`}
        </span>
      </p>
      {orderable && steps.length > 0 && (
        <table className="text-sm">
          <caption className="sr-only">Prices in the basket by quantity</caption>
          <tbody className="divide-y divide-base-300 border-y border-base-300">
            {steps.map(({ from, price }) => (
              <tr key={from}>
                <th scope="row" className="py-2 pe-4 text-start font-normal">
                  From {write(from, packOf)} {packOf === 1 && (from === 1 ? "piece" : "pieces")}
                </th>
                <td className="py-2 text-end font-semibold">
                  ${formatDollars(price)} each, in the basket
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {orderable && lowest !== undefined && (
        <p className="-mt-2 text-sm text-base-content/75">{writeLowest(formatDollars(lowest))}</p>
      )}
      {deposit > 0 && (
        <p className="text-sm">
          Plus ${formatDollars(deposit)} core deposit each in the basket, which you get back for the
          old part.
        </p>
      )}
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-y border-base-300 py-3">
        <Stock available={availablQuantity} packOf={packOf} />
        {orderable && (
          <span className="text-base-content/75">
            From {write(quantity, packOf)}
            {packOf === 1 && (quantity === 1 ? " piece" : " pieces")}
          </span>
        )}
      </p>
      {orderable ? (
        <>
          <div className="grid *:col-start-1 *:row-start-1">
            <PlaceOfBasket label={`Add to basket · $${formatCents(total)}`} />
            {basket}
          </div>
          <PageLink
            to={purchasePath(_id)}
            className="btn btn-outline"
            aria-label={`Purchase ${name}`}
          >
            Purchase
          </PageLink>
        </>
      ) : (
        <p className="border-s-4 border-warning ps-3 leading-relaxed">
          {part.inKitsOnly ? "This part is sold in kits only: they are listed below." : missing}
        </p>
      )}
    </div>
  );
}

function write(quantity: number, packOf: number): string {
  const count = formatNumber(quantity, 0);
  if (packOf === 1) return count;
  return `${count} ${quantity === 1 ? "pack" : "packs"}`;
}

function Stock({ available, packOf }: { available: number; packOf: number }) {
  if (available === 0) return <span className="font-semibold text-error">Out of stock</span>;
  return (
    <span className="flex items-center gap-2 font-semibold">
      <span className="size-2 rounded-full bg-current" aria-hidden="true" />
      {write(available, packOf)} in stock
    </span>
  );
}

/** As large as what comes there: nothing moves. */
function PlaceOfBasket({ label }: { label: string }) {
  return (
    <div className="invisible flex flex-wrap items-center gap-3" aria-hidden="true">
      <span className="h-11.5 w-36.5" />
      <span className="btn btn-lg max-w-full grow">{label}</span>
      <span className="h-11 basis-full" />
    </div>
  );
}
