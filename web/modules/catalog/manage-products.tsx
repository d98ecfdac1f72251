import { useInfiniteQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { type ManagedPart, type ManagedView, partEditCalls } from "#contract/part-edits.ts";
import { call } from "#web/app/call.ts";
import { DeleteDialog } from "#web/app/delete-dialog.tsx";
import { formatCount } from "#web/app/format.tsx";
import { useDebounced } from "#web/app/use-debounced.ts";
import { RadioGroup } from "#web/ui/choice.tsx";
import { Note } from "#web/ui/placeholder.tsx";
import { Shelf } from "#web/ui/shelf.tsx";
import { managedParts } from "./manage-calls.ts";
import { NothingFound, ProductTable } from "./product-table.tsx";

const views: Record<ManagedView, string> = { all: "All", low: "Low or out", hidden: "Hidden" };

type Props = {
  /** Gets the focus when the row is gone. */
  heading: RefObject<HTMLElement | null>;
};

/** For admins. */
export function ManageProducts({ heading }: Props) {
  const [typed, setTyped] = useState("");
  const [view, setView] = useState<ManagedView>("all");
  const [toDelete, setToDelete] = useState<ManagedPart>();
  const q = useDebounced(typed.trim());
  return (
    <>
      <ProductTable
        query={useInfiniteQuery(managedParts(q, view))}
        search={{ label: "Search by name", hint: "Or by a part number", q, typed, setTyped }}
        filter={<RadioGroup label="Show" choices={views} value={view} onChoose={setView} />}
        isFiltered={view !== "all"}
        nothing={q || view === "all" ? <NothingFound q={q} /> : <NothingIn view={view} />}
        onDelete={setToDelete}
      />
      <Shelf />
      {toDelete && (
        <DeleteDialog
          topic="parts"
          remove={() => call(partEditCalls.remove, { params: { id: toDelete._id } })}
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
