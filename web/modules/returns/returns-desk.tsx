import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { type Return, type ReturnView, returnViews } from "#contract/returns.ts";
import { DateTime, formatCount } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { returnPath } from "#web/app/paths.ts";
import { useSavedViews } from "#web/app/saved-views.ts";
import { RadioGroup } from "#web/ui/choice.tsx";
import { DataList } from "#web/ui/list/data-list.tsx";
import type { ListColumn } from "#web/ui/list/list-column.ts";
import { useListView } from "#web/ui/list/use-list-view.ts";
import { useSelection } from "#web/ui/list/use-selection.ts";
import { Note } from "#web/ui/placeholder.tsx";
import { useReadOnly } from "#web/ui/read-only.tsx";
import { Shelf } from "#web/ui/shelf.tsx";
import { BulkReturns } from "./bulk-returns.tsx";
import { returnPages, returnsFilePath } from "./calls.ts";
import { ReturnBadge } from "./return-badge.tsx";
import { reasonName } from "./return-words.ts";

const views: Record<ReturnView, string> = {
  ...{ all: "All", open: "Waiting for you", coming: "On their way", done: "Done" },
};

const columns: ListColumn<Return>[] = [
  {
    ...{ name: "Return", className: "md:w-24" },
    cell: ({ _id, number }) => (
      <PageLink to={returnPath(_id)} className="link inline-block py-2 font-semibold">
        {number}
      </PageLink>
    ),
  },
  {
    ...{ name: "State", className: "max-md:text-end md:w-32" },
    cell: ({ state }) => <ReturnBadge state={state} />,
  },
  {
    ...{ name: "Order", className: "md:w-24", isNamedOnCards: true },
    cell: ({ orderNumber }) => orderNumber,
  },
  {
    ...{ name: "Parts", className: "max-md:col-span-2 wrap-anywhere" },
    cell: ({ lines, kind }) => (
      <>
        {kind === "withdrawal" && <span className="me-2 font-semibold">Withdrawal</span>}
        {lines.map((line) => `${line.quantity} × ${line.name}: ${reasonName(line)}`).join("; ")}
      </>
    ),
  },
  {
    ...{ name: "Customer", className: "max-md:col-span-2 wrap-anywhere" },
    cell: ({ name }) => name,
  },
  {
    ...{ name: "Pieces", isFigure: true, isNamedOnCards: true, choice: "hidden" },
    className: "md:w-24 md:text-end",
    cell: ({ lines }) => formatCount(lines.reduce((sum, { quantity }) => sum + quantity, 0)),
  },
  {
    ...{ name: "Asked", isNamedOnCards: true, className: "md:w-48 text-sm" },
    cell: ({ requestedAt }) => <DateTime time={requestedAt} />,
  },
];

/** For admins. */
export function ReturnsDesk() {
  const address = useListView(["q", "sort", "view"]);
  const navigate = useNavigate();
  const { q } = address.view;
  const view = returnViews.find((each) => each === address.view.view) ?? "all";
  const isReadOnly = useReadOnly();
  const selection = useSelection(0);
  const query = useInfiniteQuery(returnPages({ q, view }));
  return (
    <>
      <DataList
        name="returns"
        views={useSavedViews("returns")}
        label="Returns"
        columns={columns}
        nameOf={({ number }) => `Return ${number}`}
        query={query}
        address={address}
        search={{ label: "Find a return", hint: "Number, order, name or e-mail" }}
        unsorted="Newest first"
        filters={
          <RadioGroup
            label="Show"
            choices={views}
            value={view}
            onChoose={(next) => address.change({ view: next === "all" ? "" : next })}
          />
        }
        nothing={<Nothing q={q} view={view} />}
        failed="The returns could not be fetched"
        more="Show more returns"
        file={() => returnsFilePath({ q, view })}
        open={(id) => void navigate(returnPath(id))}
        {...(!isReadOnly && { selection })}
      />
      <Shelf>
        <BulkReturns
          selection={selection}
          shown={query.data?.pages.flatMap(({ items }) => items) ?? []}
        />
      </Shelf>
    </>
  );
}

function Nothing({ q, view }: { q: string; view: ReturnView }) {
  if (q) {
    return (
      <Note title="No such return">
        <p className="wrap-anywhere">Nothing was found for “{q}”.</p>
      </Note>
    );
  }
  return (
    <Note title={view === "open" ? "Nothing waits for you" : "There are no returns here"}>
      <p>Customers ask for returns on the page of their order, once parts of it were sent.</p>
    </Note>
  );
}
