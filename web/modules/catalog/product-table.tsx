import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Part } from "#contract/catalog.ts";
import type { ManagedPart } from "#contract/part-edits.ts";
import { useDebounced } from "#web/app/use-debounced.ts";
import { Field } from "#web/ui/field.tsx";
import { PagedList } from "#web/ui/paged-list.tsx";
import { Note } from "#web/ui/placeholder.tsx";
import { Table } from "#web/ui/table.tsx";
import { allPartPages, searchParts } from "./calls.ts";
import { ManagedRow, ReadOnlyRow } from "./product-row.tsx";

const columns = [
  "no",
  "Product Name",
  "Minimum Quantity",
  "Availabl Quantity",
  "Price",
  "Delete",
] as const;
const managedColumns = [...columns, "Number"] as const;

type Search = {
  label: string;
  hint?: string;
  /** What is searched for, and what is typed meanwhile. */
  q: string;
  typed: string;
  setTyped: (text: string) => void;
};

type Props = {
  query: Parameters<typeof PagedList<Part | ManagedPart>>[0]["query"];
  search: Search;
  filter?: ReactNode;
  isFiltered?: boolean;
  nothing: ReactNode;
  onDelete?: (part: ManagedPart) => void;
};

/** For people who may look, but not change anything. */
export function ReadOnlyProducts() {
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed.trim());
  return (
    <ProductTable
      query={useInfiniteQuery(q ? searchParts(q) : allPartPages())}
      search={{ label: "Search by name", q, typed, setTyped }}
      nothing={<NothingFound q={q} />}
    />
  );
}

export function ProductTable({ query, search, filter, isFiltered, nothing, onDelete }: Props) {
  const { q, typed, setTyped, label, hint } = search;
  return (
    <PagedList query={query} failed="The parts could not be fetched" more="Show more products">
      {(parts) => (
        <>
          {(parts.length > 0 || q !== "" || isFiltered) && (
            <div className="mb-5 flex flex-wrap items-start gap-x-6 gap-y-4">
              <search className="block w-full max-w-md">
                <Field
                  label={label}
                  hint={hint}
                  type="search"
                  maxLength={100}
                  autoComplete="off"
                  spellCheck={false}
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                />
              </search>
              {filter && <div className="md:mt-6.5">{filter}</div>}
            </div>
          )}
          <p role="status" className="sr-only">
            {(q || isFiltered) && `${parts.length}${query.hasNextPage ? " or more" : ""} found`}
          </p>
          {parts.length === 0 && nothing}
          {parts.length > 0 && (
            <Table
              label="Products"
              columns={onDelete ? managedColumns : columns}
              figures={columns.slice(2, 5)}
              dense
            >
              {parts.map((part, index) =>
                "version" in part && onDelete ? (
                  <ManagedRow key={part._id} part={part} at={index + 1} onDelete={onDelete} />
                ) : (
                  <ReadOnlyRow key={part._id} part={part} at={index + 1} />
                ),
              )}
            </Table>
          )}
        </>
      )}
    </PagedList>
  );
}

export function NothingFound({ q }: { q: string }) {
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
