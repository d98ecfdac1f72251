import { X } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import type { BasketLine } from "#contract/baskets.ts";
import { partPath } from "#contract/rules/part-path.ts";
import { formatDollars, writeLowest } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { QuantityStepper } from "./quantity-stepper.tsx";
import type { BasketChanges } from "./use-basket-changes.ts";

type Props = {
  label: string;
  lines: readonly BasketLine[];
  changes: BasketChanges;
  more?: (line: BasketLine) => ReactNode;
};

export function BasketLines({ label, lines, changes, more }: Props) {
  return (
    <ul aria-label={label} className="border-t border-base-300">
      {lines.map((line) => (
        <li
          key={line._id}
          className="grid grid-cols-[4.75rem_minmax(0,1fr)_auto] gap-x-3 gap-y-2 border-b border-base-300 py-4"
        >
          <Picture src={line.img} alt="" sizes="4.75rem" />
          <div className="min-w-0">
            <p className="font-mono text-sm wrap-anywhere">{line.number}</p>
            <PageLink
              to={partPath(line)}
              className="inline-flex min-h-6 items-center leading-snug font-semibold hover:underline"
            >
              <span dir="auto" className="wrap-anywhere">
                {line.name}
              </span>
            </PageLink>
            <p data-fit={line._id} />
            <Remarks line={line} changes={changes} />
          </div>
          <p className="text-end">
            <span className="block font-bold whitespace-nowrap">
              {line.quantity > 0 && !line.saved ? `$${formatDollars(line.total)}` : "–"}
            </span>
            <span className="text-sm whitespace-nowrap text-base-content/75">
              ${formatDollars(line.price)} each
            </span>
          </p>
          <div className="col-span-3 flex flex-wrap sm:col-span-2 sm:col-start-2 items-center justify-between gap-2">
            {line.quantity > 0 && !line.saved ? (
              <QuantityStepper
                label={`Quantity of ${line.number}`}
                quantity={line.quantity}
                stock={line}
                onChange={(quantity) => changes.setQuantity(line, quantity)}
              />
            ) : (
              <span />
            )}
            <div className="flex gap-1">
              <button
                type="button"
                className="btn btn-ghost btn-sm h-11"
                aria-label={`${line.saved ? "Move to basket" : "Save for later"}: ${line.number}`}
                onClick={() => void changes.save(line, !line.saved)}
              >
                {line.saved ? "Move to basket" : "Save for later"}
              </button>
              <button
                type="button"
                className="btn btn-ghost btn-square"
                aria-label={`Take ${line.number} out`}
                onClick={() => void changes.remove(line)}
              >
                <X className="size-5" aria-hidden="true" />
              </button>
            </div>
          </div>
          {more && (
            <div className="col-span-3 empty:hidden sm:col-span-2 sm:col-start-2">{more(line)}</div>
          )}
        </li>
      ))}
    </ul>
  );
}

type Replacements = BasketLine["replacedBy"];

const listChoices = (replacedBy: Replacements): Replacements[] => [
  ...Map.groupBy(replacedBy, ({ choice }) => choice).values(),
];

function Remarks({ line, changes }: { line: BasketLine; changes: BasketChanges }) {
  const { note, priceBefore, listPrice, price, discount, deposit, lowest, replacedBy, kits } = line;
  return (
    <div role="status" className="text-sm">
      {note && <p className="mt-1 border-s-4 border-warning ps-2">{note}</p>}
      {priceBefore !== undefined && (
        <p className="mt-1">
          Price is now ${formatDollars(listPrice)}, was ${formatDollars(priceBefore)} when you put
          it in.
        </p>
      )}
      {deposit > 0 && <p className="mt-1">Plus ${formatDollars(deposit)} core deposit each.</p>}
      {discount > 0 && <p className="mt-1">–${formatDollars(discount)} off this line.</p>}
      {lowest !== undefined && (
        <p className="mt-1 text-base-content/75">
          {price < listPrice && `$${formatDollars(listPrice)} each in the catalogue. `}
          {writeLowest(formatDollars(lowest))}
        </p>
      )}
      {listChoices(replacedBy).map((parts) => (
        <div
          key={parts.map(({ _id }) => _id).join()}
          className="group/way mt-1 flex flex-wrap items-center gap-x-3 gap-y-1"
        >
          <p>
            {parts.map(
              ({ _id, only, terms }) =>
                only !== "" && <span key={_id} data-fit-only={JSON.stringify(terms)} />,
            )}
            Replaced by{" "}
            {parts.map((part, index) => (
              <Fragment key={part._id}>
                {index > 0 && " and "}
                {part.quantity > 1 && `${part.quantity} × `}
                <PageLink to={partPath(part)} className="link inline-flex min-h-6 items-center">
                  {part.number}
                </PageLink>
                {part.only !== "" && ` (only for cars: ${part.only})`}
              </Fragment>
            ))}
          </p>
          <button
            type="button"
            className="btn btn-outline btn-sm group-has-[[data-not-for-car]]/way:hidden"
            aria-label={`Swap ${line.number} for ${parts.map(({ number }) => number).join(" and ")}`}
            onClick={() => void changes.swap(line, parts)}
          >
            Swap
          </button>
        </div>
      ))}
      {kits.map((kit) => (
        <div key={kit._id} className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <p>
            Take the kit{" "}
            <PageLink to={partPath(kit)} className="link inline-flex min-h-6 items-center">
              {kit.number}
            </PageLink>{" "}
            <span dir="auto">{kit.name}</span> instead.
          </p>
          <button
            type="button"
            className="btn btn-outline btn-sm"
            aria-label={`Swap ${line.number} for ${kit.number}`}
            onClick={() => void changes.swap(line, [{ ...kit, quantity: 1 }])}
          >
            Swap
          </button>
        </div>
      ))}
    </div>
  );
}
