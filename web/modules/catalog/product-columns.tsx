import type { ManagedPart } from "#contract/part-edits.ts";
import { formatCount } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { manageProductPath } from "#web/app/paths.ts";
import type { ListColumn } from "#web/ui/list/list-column.ts";
import { Picture } from "#web/ui/picture.tsx";
import { PriceCell } from "./price-cell.tsx";
import { StockCell } from "./stock-cell.tsx";
import { StockFigure, StockWarning } from "./stock-figure.tsx";

type Column = ListColumn<ManagedPart>;

const no: Column = {
  name: "no",
  className:
    "self-start text-sm text-base-content/75 max-md:col-start-2 max-md:row-start-1 max-md:text-end md:w-12",
  cell: (_, at) => at,
};

const productName: Column = {
  name: "Product Name",
  sort: "name",
  file: "name",
  className: "max-md:col-start-1 max-md:row-start-1 md:min-w-56",
  cell: ({ _id, img, name, number, hidden }) => (
    <div className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-3 md:grid-cols-[2.75rem_minmax(0,1fr)]">
      <div className="border border-base-300">
        <Picture key={img} src={img} alt="" sizes="56px" />
      </div>
      <div className="min-w-0">
        <span className="block font-mono text-xs md:hidden" aria-hidden="true">
          {number}
        </span>
        <PageLink
          to={manageProductPath(_id)}
          className="inline-block py-1 font-semibold underline-offset-4 wrap-anywhere hover:underline md:text-sm"
        >
          {name}
        </PageLink>
        {hidden && (
          <span className="block w-fit border border-base-content/40 px-1.5 text-xs">Hidden</span>
        )}
      </div>
    </div>
  ),
};

const minimum: Column = {
  name: "Minimum Quantity",
  isFigure: true,
  isNamedOnCards: true,
  sort: "minimum",
  file: "minimum",
  className: "max-md:col-start-1 max-md:row-start-3 md:w-20 md:text-end xl:w-28",
  cell: ({ minimumQuantity }) => formatCount(minimumQuantity),
};

const stock: Column = {
  name: "Availabl Quantity",
  isFigure: true,
  isNamedOnCards: true,
  sort: "stock",
  file: "stock",
  className: "max-md:col-start-1 max-md:row-start-2 md:w-20 md:text-end xl:w-28",
  cell: (part) => (
    <>
      <StockCell part={part}>
        <StockFigure part={part} />
      </StockCell>
      <StockWarning part={part} />
    </>
  ),
};

const price: Column = {
  name: "Price",
  isFigure: true,
  sort: "price",
  file: "price",
  className:
    "font-semibold max-md:col-start-2 max-md:row-start-2 max-md:text-end md:w-24 md:text-end lg:w-28",
  cell: (part) => <PriceCell part={part} />,
};

const number: Column = {
  name: "Number",
  choice: "shown",
  sort: "number",
  file: "number",
  className: "max-md:hidden md:w-20 xl:w-28",
  cell: (part) => <span className="font-mono text-sm whitespace-nowrap">{part.number}</span>,
};

const text = (name: string, file: string, read: (part: ManagedPart) => string | null): Column => ({
  name,
  file,
  choice: "hidden",
  className: "max-md:hidden text-sm wrap-anywhere",
  cell: (part) => read(part) ?? "–",
});

/** The first six are the specification's. */
export function productColumns(onDelete: (part: ManagedPart) => void): Column[] {
  const remove: Column = {
    name: "Delete",
    className: "max-md:col-start-2 max-md:row-start-3 max-md:text-end md:w-16 xl:w-24",
    cell: (part) => (
      <button
        type="button"
        className="btn btn-ghost btn-sm h-10 hover:text-error focus-visible:text-error md:-mx-3"
        aria-label={`Delete ${part.name}`}
        onClick={() => onDelete(part)}
      >
        Delete
      </button>
    ),
  };
  return [
    no,
    productName,
    minimum,
    stock,
    price,
    remove,
    number,
    text("Type", "type", ({ type }) => type),
    text("Brand", "brand", ({ brand }) => brand),
  ];
}
