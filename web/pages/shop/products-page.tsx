import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { BackLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { usePageInput } from "#web/app/use-page-answer.ts";
import { allPartPages } from "#web/modules/catalog/calls.ts";
import { NoParts, PartGrid, PartsLoading } from "#web/modules/catalog/part-grid.tsx";
import { Deferred, LoadFailed } from "#web/ui/placeholder.tsx";
import { PageHead } from "./page-head.tsx";

const loadAdd = async () => (await import("./grid-add-button.tsx")).GridAddButton;
const loadFoot = async () => (await import("./list-foot.tsx")).ListFoot;

export function ProductsPage() {
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <div className="wide pb-16 lg:pb-24">
        <PageHead about="Catalogue" title="All Products">
          <p>Minimum order, stock and price of every part, as they are at this moment.</p>
        </PageHead>
        <AllParts onAdd={() => setAdding(true)} />
      </div>
      {isAdding && <Deferred load={loadFoot} props={{ withRecent: false }} />}
    </>
  );
}

function AllParts({ onAdd }: { onAdd: () => void }) {
  const { after } = usePageInput().query;
  const query = useInfiniteQuery(allPartPages(after));
  const { data, error, refetch } = query;
  if (!data) {
    return <PartsLoading error={error} hasFailed={query.errorUpdateCount > 0} retry={refetch} />;
  }
  const parts = data.pages.flatMap(({ items }) => items);
  if (parts.length === 0) return <NoParts />;
  return (
    <>
      {after && <BackLink to={paths.products}>From the first part</BackLink>}
      <PartGrid
        parts={parts}
        heading="h2"
        main
        add={(part) => <Deferred load={loadAdd} props={{ part, onUse: onAdd }} />}
      />
      {query.isFetchNextPageError && (
        <div className="mt-10">
          <LoadFailed
            title="The parts could not be fetched"
            error={error}
            retry={query.fetchNextPage}
          />
        </div>
      )}
      {query.hasNextPage && !query.isFetchNextPageError && (
        // Without script, the next page.
        <form
          action={paths.products}
          className="mt-10 text-center"
          onSubmit={(event) => {
            event.preventDefault();
            if (!query.isFetchingNextPage) void query.fetchNextPage();
          }}
        >
          <input type="hidden" name="after" value={data.pages.at(-1)?.next} />
          <button
            type="submit"
            className="btn btn-secondary btn-lg"
            aria-busy={query.isFetchingNextPage}
          >
            Show more parts
          </button>
        </form>
      )}
    </>
  );
}
