import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import type { Part } from "#contract/catalog.ts";
import type { ManagedPart } from "#contract/part-edits.ts";
import { type StockLevel, stockLevel } from "#contract/rules/stock-level.ts";
import { formatCount, formatDollars } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { purchasePath } from "#web/app/paths.ts";
import { Picture } from "#web/ui/picture.tsx";
import { Cell, DeleteButton, Row } from "#web/ui/table.tsx";
import { PriceCell } from "./price-cell.tsx";
import { StockCell } from "./stock-cell.tsx";

export function ReadOnlyRow({ part, at }: { part: Part; at: number }) {
  return (
    <ProductRow
      part={part}
      at={at}
      stock={
        <>
          <Figure part={{ ...part, lowStock: null }} />
          <Warning part={{ ...part, lowStock: null }} />
        </>
      }
      price={`$${formatDollars(part.price)}`}
    >
      <span className="inline-flex items-center gap-1.5 text-sm whitespace-nowrap text-base-content/75">
        <Lock className="size-3.5" aria-hidden="true" />
        Admins only
      </span>
    </ProductRow>
  );
}

type ManagedProps = { part: ManagedPart; at: number; onDelete: (part: ManagedPart) => void };

export function ManagedRow({ part, at, onDelete }: ManagedProps) {
  const { name, number, hidden } = part;
  return (
    <ProductRow
      part={part}
      at={at}
      stock={
        <>
          <StockCell part={part}>
            <Figure part={part} />
          </StockCell>
          <Warning part={part} />
        </>
      }
      price={<PriceCell part={part} />}
      beside={
        <Cell className="max-md:order-first max-md:col-start-1 md:w-28">
          <span className="font-mono text-sm whitespace-nowrap">{number}</span>
          {hidden && <span className="block text-xs text-base-content/75">Hidden</span>}
        </Cell>
      }
    >
      <DeleteButton label={`Delete ${name}`} onClick={() => onDelete(part)} />
    </ProductRow>
  );
}

type RowProps = {
  part: Part;
  at: number;
  stock: ReactNode;
  price: ReactNode;
  /** The cell for deleting. */
  children: ReactNode;
  /** Cells after it. */
  beside?: ReactNode;
};

function ProductRow({ part, at, stock, price, children, beside }: RowProps) {
  return (
    <Row className="grid-cols-[minmax(0,1fr)_auto]">
      <Cell className="self-start text-sm text-base-content/75 max-md:col-start-2 max-md:row-start-1 max-md:text-end md:w-12">
        {at}
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
        {stock}
      </Cell>
      <Cell className="font-semibold md:w-24 md:text-end lg:w-28">{price}</Cell>
      <Cell className="text-end max-md:min-h-10 md:w-28 md:text-start">{children}</Cell>
      {beside}
    </Row>
  );
}

const figure = "max-md:col-span-2 md:w-24 md:text-end lg:w-28";

const warnings: Record<Exclude<StockLevel, "enough">, { text: string; colour: string }> = {
  none: { text: "None left", colour: "text-error" },
  "too few": { text: "Too few to order", colour: "text-error" },
  low: { text: "Low", colour: "text-base-content/75" },
};

type StockProps = { part: Pick<ManagedPart, "lowStock"> & Part };

function Figure({ part }: StockProps) {
  const isEnough = stockLevel(part) === "enough";
  return (
    <span className={isEnough ? undefined : "font-semibold"}>
      {formatCount(part.availablQuantity)}
    </span>
  );
}

function Warning({ part }: StockProps) {
  const level = stockLevel(part);
  if (level === "enough") return null;
  const { text, colour } = warnings[level];
  return (
    <span className={`${colour} ms-2 text-sm font-medium md:ms-0 md:block md:text-xs`}>{text}</span>
  );
}
