import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { MissedSearch, MissedView } from "#contract/missed-searches.ts";
import { formatCount, formatDateTime } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { searchPath } from "#web/app/paths.ts";
import { useSavedViews } from "#web/app/saved-views.ts";
import { RadioGroup } from "#web/ui/choice.tsx";
import { DataList } from "#web/ui/list/data-list.tsx";
import type { ListColumn } from "#web/ui/list/list-column.ts";
import { useListView } from "#web/ui/list/use-list-view.ts";
import { Note } from "#web/ui/placeholder.tsx";
import { useReadOnly } from "#web/ui/read-only.tsx";
import { Shelf, showOnShelf } from "#web/ui/shelf.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { dismiss, missedFilePath, missedSearches } from "./missed-calls.ts";

type Props = {
  adding: (term: string, close: () => void) => ReactNode;
};

export function MissedSearches({ adding }: Props) {
  const address = useListView(["q", "sort", "view"]);
  const views = useSavedViews("missed-searches");
  const client = useQueryClient();
  const isReadOnly = useReadOnly();
  const [added, setAdded] = useState<string>();
  const { q, sort } = address.view;
  const view: MissedView = address.view.view === "dismissed" ? "dismissed" : "open";
  const query = useInfiniteQuery(missedSearches({ q, sort, view }));

  async function move(search: MissedSearch, isDismissed: boolean): Promise<string> {
    await dismiss(search, isDismissed);
    await client.invalidateQueries({ queryKey: ["missed-searches"] });
    return `“${search.term}” is ${isDismissed ? "dismissed" : "listed again"}.`;
  }

  function press(search: MissedSearch) {
    const isDismissed = view === "open";
    move(search, isDismissed).then(
      (text) => showOnShelf(text, () => move(search, !isDismissed)),
      (error: Error) => showToast(error.message, "error"),
    );
  }

  const columns: ListColumn<MissedSearch>[] = [
    {
      name: "Search",
      sort: "term",
      file: "term",
      className: "max-md:col-span-2 wrap-anywhere",
      cell: ({ term }) => (
        <PageLink to={searchPath(term)} className="link inline-block py-1 font-semibold">
          {term}
        </PageLink>
      ),
    },
    {
      name: "Times",
      sort: "count",
      file: "count",
      choice: "shown",
      isFigure: true,
      isNamedOnCards: true,
      className: "md:w-28 md:text-end",
      cell: ({ count }) => formatCount(count),
    },
    {
      name: "Last",
      sort: "last",
      file: "last",
      choice: "shown",
      isNamedOnCards: true,
      className: "md:w-52 text-sm max-md:text-end",
      cell: ({ lastAt }) => <time dateTime={lastAt}>{formatDateTime(lastAt)}</time>,
    },
    {
      name: "Add",
      className: "md:w-28",
      cell: ({ term }) => (
        <button
          type="button"
          className="btn btn-outline btn-sm h-10"
          aria-label={`Add “${term}” to the catalogue`}
          onClick={() => setAdded(term)}
        >
          Add…
        </button>
      ),
    },
    {
      name: view === "open" ? "Dismiss" : "List again",
      className: "max-md:text-end md:w-32",
      cell: (search) => (
        <button
          type="button"
          className="btn btn-ghost btn-sm h-10"
          aria-label={`${view === "open" ? "Dismiss" : "List again"}: ${search.term}`}
          onClick={() => press(search)}
        >
          {view === "open" ? "Dismiss" : "List again"}
        </button>
      ),
    },
  ];

  return (
    <>
      <DataList
        name="missed-searches"
        views={views}
        label="Missed searches"
        columns={isReadOnly ? columns.slice(0, 3) : columns}
        nameOf={({ term }) => term}
        query={query}
        address={address}
        search={{ label: "Find a search" }}
        unsorted="Most often first"
        filters={
          <RadioGroup
            label="Show"
            choices={{ open: "Open", dismissed: "Dismissed" }}
            value={view}
            onChoose={(next) => address.change({ view: next === "open" ? "" : next })}
          />
        }
        nothing={<Nothing q={q} view={view} />}
        failed="The searches could not be fetched"
        more="Show more searches"
        file={(columns) => missedFilePath({ q, sort, view }, columns)}
        hasUndo={!isReadOnly}
        open={(id) => {
          if (isReadOnly) return;
          const rows = query.data?.pages.flatMap(({ items }) => items);
          setAdded(rows?.find(({ _id }) => _id === id)?.term);
        }}
      />
      <Shelf />
      {added !== undefined && adding(added, () => setAdded(undefined))}
    </>
  );
}

function Nothing({ q, view }: { q: string; view: MissedView }) {
  if (q) {
    return (
      <Note title="No such search">
        <p className="wrap-anywhere">Nobody missed anything with “{q}”.</p>
      </Note>
    );
  }
  if (view === "dismissed") {
    return (
      <Note title="Nothing is dismissed">
        <p>What you dismiss from the list moves here, and can be listed again.</p>
      </Note>
    );
  }
  return (
    <Note title="Everybody has found something">
      <p>A search without a result appears here, with how often it was made.</p>
    </Note>
  );
}
