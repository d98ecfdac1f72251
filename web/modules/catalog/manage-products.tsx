import { useInfiniteQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { type ManagedPart, type ManagedView, partCalls } from "#contract/catalog.ts";
import { call } from "#web/app/call.ts";
import { DeleteDialog } from "#web/app/delete-dialog.tsx";
import { formatCount } from "#web/app/format.tsx";
import { useDebounced } from "#web/app/use-debounced.ts";
import { RadioGroup } from "#web/ui/choice.tsx";
import { InlineLoading, Note } from "#web/ui/placeholder.tsx";
import { Shelf } from "#web/ui/shelf.tsx";
import { managedParts } from "./manage-calls.ts";
import { NothingFound, ProductTable, ReadOnlyProducts } from "./product-table.tsx";

const views: Record<ManagedView, string> = { all: "All", low: "Low or out", hidden: "Hidden" };

type Props = {
  /** Undefined while it is not known. */
  isAdmin: boolean | undefined;
  /** Gets the focus when the row is gone. */
  heading: RefObject<HTMLElement | null>;
};

export function ManageProducts({ isAdmin, heading }: Props) {
  const [toDelete, setToDelete] = useState<ManagedPart>();
  return (
    <>
      {isAdmin === undefined && <InlineLoading />}
      {isAdmin === true && <ManagedProducts onDelete={setToDelete} />}
      {isAdmin === false && <ReadOnlyProducts />}
      {toDelete && (
        <DeleteDialog
          topic="parts"
          remove={() => call(partCalls.remove, { params: { id: toDelete._id } })}
          keep="Keep the product"
          heading={heading}
          onClose={() => setToDelete(undefined)}
        >
          <strong>{toDelete.name}</strong> will be taken out of the catalogue, with the{" "}
          {formatCount(toDelete.availablQuantity)} pieces on its shelf. Orders of it stay as they
          are. This cannot be undone.
        </DeleteDialog>
      )}
    </>
  );
}

function ManagedProducts({ onDelete }: { onDelete: (part: ManagedPart) => void }) {
  const [typed, setTyped] = useState("");
  const [view, setView] = useState<ManagedView>("all");
  const q = useDebounced(typed.trim());
  return (
    <>
      <ProductTable
        query={useInfiniteQuery(managedParts(q, view))}
        search={{ label: "Search by name", hint: "Or by a part number", q, typed, setTyped }}
        filter={<RadioGroup label="Show" choices={views} value={view} onChoose={setView} />}
        isFiltered={view !== "all"}
        nothing={q || view === "all" ? <NothingFound q={q} /> : <NothingIn view={view} />}
        onDelete={onDelete}
      />
      <Shelf />
    </>
  );
}

function NothingIn({ view }: { view: ManagedView }) {
  return view === "low" ? (
    <Note title="Nothing is low">
      <p>There is enough of every product.</p>
    </Note>
  ) : (
    <Note title="No product is hidden">
      <p>Customers see all of them.</p>
    </Note>
  );
}
