import { Lock } from "lucide-react";
import type { Part } from "#contract/catalog.ts";
import { formatCount, formatDollars } from "#web/app/format.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { purchasePath } from "#web/app/paths.ts";
import { Picture } from "#web/ui/picture.tsx";
import { Cell, Row } from "#web/ui/table.tsx";
import { stockWarning } from "./stock-warning.ts";

type Props = {
  part: Part;
  number: number;
  /** Undefined as long as nobody knows. */
  mayDelete: boolean | undefined;
  onDelete: () => void;
};

export function ManageProductRow({ part, number, mayDelete, onDelete }: Props) {
  const warning = stockWarning(part);
  return (
    <Row className="grid-cols-[minmax(0,1fr)_auto]">
      <Cell className="self-start text-sm text-base-content/75 max-md:col-start-2 max-md:row-start-1 max-md:text-end md:w-12">
        {number}
      </Cell>
      <Cell className="max-md:col-start-1 max-md:row-start-1">
        <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-3 md:max-lg:grid-cols-[3.5rem_minmax(0,1fr)]">
          <div className="border border-base-300">
            <Picture key={part.img} src={part.img} alt="" sizes="72px" />
          </div>
          <PageLink
            to={purchasePath(part._id)}
            className="py-1 font-semibold underline-offset-4 wrap-anywhere hover:underline md:text-sm lg:text-base"
          >
            {part.name}
          </PageLink>
        </div>
      </Cell>
      <Cell label="Minimum Quantity" className={figure}>
        {formatCount(part.minimumQuantity)}
      </Cell>
      <Cell label="Availabl Quantity" className={figure}>
        <span className={warning && "font-semibold"}>{formatCount(part.availablQuantity)}</span>
        {warning && (
          <span
            className={`${looks[warning]} ms-2 text-sm font-medium md:ms-0 md:block md:text-xs`}
          >
            {warning}
          </span>
        )}
      </Cell>
      <Cell className="font-semibold md:w-24 md:text-end lg:w-28">
        ${formatDollars(part.price)}
      </Cell>
      <Cell className="text-end max-md:min-h-10 md:w-28 md:text-start">
        {mayDelete && (
          <button
            type="button"
            className="btn btn-outline btn-error btn-sm h-10"
            aria-label={`Delete ${part.name}`}
            onClick={onDelete}
          >
            Delete
          </button>
        )}
        {mayDelete === false && (
          <span className="inline-flex items-center gap-1.5 text-sm whitespace-nowrap text-base-content/75">
            <Lock className="size-3.5" aria-hidden="true" />
            Admins only
          </span>
        )}
      </Cell>
    </Row>
  );
}

const figure = "max-md:col-span-2 md:w-24 md:text-end lg:w-28";
const looks = {
  Low: "text-base-content/75",
  "Too few to order": "text-error",
  "None left": "text-error",
};
