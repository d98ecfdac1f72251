import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import type { ManagedPart, ManagedView } from "#contract/part-edits.ts";
import { manageProductPath } from "#web/app/paths.ts";
import { useSavedViews } from "#web/app/saved-views.ts";
import { DataList } from "#web/ui/list/data-list.tsx";
import { useListView } from "#web/ui/list/use-list-view.ts";
import { useSelection } from "#web/ui/list/use-selection.ts";
import { InlineLoading, Note } from "#web/ui/placeholder.tsx";
import { Shelf } from "#web/ui/shelf.tsx";
import { BulkProducts } from "./bulk-products.tsx";
import { managedCounts, managedParts } from "./manage-calls.ts";
import { managedFilePath } from "./managed-file-path.ts";
import { partTypeTree } from "./product/product-calls.ts";
import { productColumns } from "./product-columns.tsx";
import { ProductFilters } from "./product-filters.tsx";
import { readFilters } from "./product-view.ts";

export function ManageProducts({ onDelete }: { onDelete: (part: ManagedPart) => void }) {
  const address = useListView(["q", "sort", "view", "type"]);
  const views = useSavedViews("products");
  const navigate = useNavigate();
  const columns = useMemo(() => productColumns(onDelete), [onDelete]);
  const filters = readFilters(address.view);
  const query = useInfiniteQuery(managedParts(filters));
  const counts = useQuery(managedCounts(filters));
  const types = useQuery(partTypeTree());
  const matches = counts.data?.[filters.view] ?? 0;
  const selection = useSelection(matches);
  // The filters are as wide as what they say: nothing moves if they come at once.
  if (counts.isPending || types.isPending) return <InlineLoading />;
  return (
    <>
      <DataList
        name="products"
        views={views}
        label="Products"
        columns={columns}
        nameOf={({ name }) => name}
        query={query}
        address={address}
        search={{ label: "Search by name", hint: "Or by a part number" }}
        unsorted="As added"
        filters={<ProductFilters address={address} counts={counts.data} types={types.data ?? []} />}
        nothing={<Nothing q={filters.q} view={filters.view} type={filters.type} />}
        failed="The parts could not be fetched"
        more="Show more products"
        open={(id) => navigate(manageProductPath(id))}
        file={(columns) => managedFilePath(filters, columns)}
        selection={selection}
        isEdited
      />
      <Shelf>
        {selection.count > 0 && (
          <BulkProducts selection={selection} filters={filters} matches={matches} />
        )}
      </Shelf>
    </>
  );
}

type NothingProps = { q: string; view: ManagedView; type: string };

function Nothing({ q, view, type }: NothingProps) {
  if (q) {
    return (
      <Note title="No product has such a name">
        <p className="wrap-anywhere">Nothing was found for “{q}”.</p>
      </Note>
    );
  }
  if (view === "low") {
    return (
      <Note title="Nothing is low">
        <p>There is enough of every product.</p>
      </Note>
    );
  }
  if (view === "hidden") {
    return (
      <Note title="No product is hidden">
        <p>Customers see all of them.</p>
      </Note>
    );
  }
  return (
    <Note title={type ? "There are no parts of this type" : "There are no parts yet"}>
      <p>As soon as the first part is on the shelf, it is here.</p>
    </Note>
  );
}
