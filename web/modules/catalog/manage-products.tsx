import { useInfiniteQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import type { Part } from "#contract/catalog.ts";
import { useDebounced } from "#web/app/use-debounced.ts";
import { Field } from "#web/ui/field.tsx";
import { InlineLoading } from "#web/ui/inline-loading.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { Note } from "#web/ui/note.tsx";
import { Table } from "#web/ui/table.tsx";
import { allPartPages, searchParts } from "./calls.ts";
import { DeletePart } from "./delete-part.tsx";
import { ManageProductRow } from "./manage-product-row.tsx";
import { NoParts, PartsFailed } from "./part-notes.tsx";

const columns = [
  "no",
  "Product Name",
  "Minimum Quantity",
  "Availabl Quantity",
  "Price",
  "Delete",
] as const;

type Props = {
  /** Undefined as long as nobody knows. */
  mayDelete: boolean | undefined;
  /** Where focus goes when a row is gone. */
  heading: RefObject<HTMLElement | null>;
};

export function ManageProducts({ mayDelete, heading }: Props) {
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed.trim());
  const { data, error, refetch, ...next } = useInfiniteQuery(q ? searchParts(q) : allPartPages());
  const [leaving, setLeaving] = useState<Part>();

  if (!data) return error ? <PartsFailed error={error} retry={refetch} /> : <InlineLoading />;
  const parts = data.pages.flat();
  return (
    <>
      {(parts.length > 0 || q !== "") && (
        <search className="mb-5 block max-w-md">
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
      <p role="status" className="sr-only">
        {q && `${parts.length}${next.hasNextPage ? " or more" : ""} found`}
      </p>
      {parts.length === 0 && (q ? <NothingFound q={q} /> : <NoParts />)}
      {parts.length > 0 && (
        <Table label="Products" columns={columns} figures={columns.slice(2, 5)} dense>
          {parts.map((part, index) => (
            <ManageProductRow
              key={part._id}
              part={part}
              number={index + 1}
              mayDelete={mayDelete}
              onDelete={() => setLeaving(part)}
            />
          ))}
        </Table>
      )}
      <MoreButton pages={{ ...next, error }}>Show more products</MoreButton>
      {leaving && (
        <DeletePart part={leaving} heading={heading} onClose={() => setLeaving(undefined)} />
      )}
    </>
  );
}

function NothingFound({ q }: { q: string }) {
  return (
    <Note title="No product has such a name">
      <p className="wrap-anywhere">Nothing was found for “{q}”.</p>
    </Note>
  );
}
