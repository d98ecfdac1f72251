import { useInfiniteQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useState } from "react";
import type { Part } from "#contract/catalog.ts";
import { formatCount, formatDollars } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { purchasePath } from "#web/app/paths.ts";
import { useDebounced } from "#web/app/use-debounced.ts";
import { Field } from "#web/ui/field.tsx";
import { PagedList } from "#web/ui/paged-list.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Note } from "#web/ui/placeholder.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { allPartPages, searchParts } from "./calls.ts";
import { StockFigure, StockWarning } from "./stock-figure.tsx";

const columns = [
  "no",
  "Product Name",
  "Minimum Quantity",
  "Availabl Quantity",
  "Price",
  "Delete",
] as const;

export function ReadOnlyProducts() {
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed.trim());
  const query = useInfiniteQuery(q ? searchParts(q) : allPartPages());
  const isEmptyShop = q === "" && query.data?.pages[0]?.items.length === 0;
  return (
    <>
      {!isEmptyShop && (
        <search className="mb-5 block w-full max-w-md">
          <Field
            label="Search by name"
            type="search"
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </search>
      )}
      <PagedList query={query} failed="The parts could not be fetched" more="Show more products">
        {(parts) => (
          <>
            <p role="status" className="sr-only">
              {q && `${parts.length}${query.hasNextPage ? " or more" : ""} found`}
            </p>
            {parts.length === 0 ? (
              <Nothing q={q} />
            ) : (
              <Table label="Products" columns={columns} figures={columns.slice(2, 5)} dense>
                {parts.map((part, index) => (
                  <ProductRow key={part._id} part={part} at={index + 1} />
                ))}
              </Table>
            )}
          </>
        )}
      </PagedList>
    </>
  );
}

function ProductRow({ part, at }: { part: Part; at: number }) {
  const stock = { ...part, lowStock: null };
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
        <StockFigure part={stock} />
        <StockWarning part={stock} />
      </Cell>
      <Cell className="font-semibold md:w-24 md:text-end lg:w-28">
        ${formatDollars(part.price)}
      </Cell>
      <Cell className="text-end max-md:min-h-10 md:w-28 md:text-start">
        <span className="inline-flex items-center gap-1.5 text-sm whitespace-nowrap text-base-content/75">
          <Lock className="size-3.5" aria-hidden="true" />
          Admins only
        </span>
      </Cell>
    </Row>
  );
}

const figure = "max-md:col-span-2 md:w-24 md:text-end lg:w-28";

function Nothing({ q }: { q: string }) {
  return q ? (
    <Note title="No product has such a name">
      <p className="wrap-anywhere">Nothing was found for “{q}”.</p>
    </Note>
  ) : (
    <Note title="There are no parts yet">
      <p>As soon as the first part is on the shelf, it is here.</p>
    </Note>
  );
}
