import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { type Return, type ReturnView, returnViews } from "#contract/returns.ts";
import { describeLines, returnKindNames } from "#contract/rules/return-words.ts";
import { isDay } from "#web/app/day.ts";
import { DayField } from "#web/app/day-field.tsx";
import { DateTime, formatCount, formatDollars } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { returnPath } from "#web/app/paths.ts";
import { useSavedViews } from "#web/app/saved-views.ts";
import { RadioGroup } from "#web/ui/choice.tsx";
import { DataList } from "#web/ui/list/data-list.tsx";
import { FilterMenu } from "#web/ui/list/filter-menu.tsx";
import type { ListColumn } from "#web/ui/list/list-column.ts";
import { useCollectedSelection } from "#web/ui/list/use-collected-selection.ts";
import { type ListView, useListView } from "#web/ui/list/use-list-view.ts";
import { Note } from "#web/ui/placeholder.tsx";
import { useReadOnly } from "#web/ui/read-only.tsx";
import { Shelf } from "#web/ui/shelf.tsx";
import { BulkReturns } from "./bulk-returns.tsx";
import { listReturns, returnPages, returnsFilePath } from "./calls.ts";
import { ReturnBadge } from "./return-badge.tsx";

const views: Record<ReturnView, string> = {
  all: "All",
  open: "Waiting for you",
  coming: "On their way",
  done: "Done",
};

const columns: ListColumn<Return>[] = [
  {
    name: "Return",
    file: "number",
    className: "md:w-24",
    cell: ({ _id, number }) => (
      <PageLink to={returnPath(_id)} className="link inline-block py-2 font-semibold">
        {number}
      </PageLink>
    ),
  },
  {
    name: "State",
    file: "state",
    className: "max-md:text-end md:w-24 xl:w-32",
    cell: ({ state }) => <ReturnBadge state={state} />,
  },
  {
    name: "Order",
    sort: "order",
    file: "order",
    choice: "shown",
    isNamedOnCards: true,
    className: "md:w-16 xl:w-24",
    cell: ({ orderNumber }) => <span className="font-mono">{orderNumber}</span>,
  },
  {
    name: "Parts",
    file: ["kind", "parts"],
    choice: "shown",
    className: "max-md:col-span-2 wrap-anywhere md:min-w-44",
    cell: ({ lines, kind }) => (
      <>
        {kind === "withdrawal" && (
          <span className="me-2 font-semibold">{returnKindNames[kind]}</span>
        )}
        {describeLines(lines)}
      </>
    ),
  },
  {
    name: "Customer",
    file: "customer",
    choice: "shown",
    className: "max-md:col-span-2 wrap-anywhere md:min-w-30 xl:min-w-40",
    cell: ({ name }) => name,
  },
  {
    name: "E-mail",
    file: "email",
    choice: "hidden",
    isNamedOnCards: true,
    className: "max-md:col-span-2 text-sm wrap-anywhere",
    cell: ({ email }) => email,
  },
  {
    name: "Pieces",
    file: "pieces",
    isFigure: true,
    isNamedOnCards: true,
    choice: "hidden",
    className: "md:w-24 md:text-end",
    cell: ({ lines }) => formatCount(lines.reduce((sum, { quantity }) => sum + quantity, 0)),
  },
  {
    name: "Refunded",
    file: "refunded",
    isFigure: true,
    isNamedOnCards: true,
    choice: "hidden",
    className: "md:w-28 md:text-end",
    cell: ({ refund }) => (refund ? `$${formatDollars(refund.amount)}` : "–"),
  },
  {
    name: "Asked",
    sort: "asked",
    file: "asked",
    choice: "shown",
    isNamedOnCards: true,
    className: "md:w-28 xl:w-48 text-sm",
    cell: ({ requestedAt }) => <DateTime time={requestedAt} />,
  },
];

export function ReturnsDesk() {
  const address = useListView(["q", "sort", "view", "from", "to"]);
  const navigate = useNavigate();
  const { q, sort, from, to } = address.view;
  const view = returnViews.find((each) => each === address.view.view) ?? "all";
  const isReadOnly = useReadOnly();
  const shown = { q, sort, view, from, to };
  const query = useInfiniteQuery(returnPages(shown));
  const loaded = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const { selection, rows } = useCollectedSelection(loaded, listReturns(shown));
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
        search={{ label: "Find a return", hint: "Number, order, name, part or reason" }}
        unsorted="Newest first"
        filters={
          <>
            <RadioGroup
              label="Show"
              choices={views}
              value={view}
              onChoose={(next) => address.change({ view: next === "all" ? "" : next })}
            />
            <ReturnFilters address={address} view={view} />
          </>
        }
        nothing={<Nothing q={q} view={view} />}
        failed="The returns could not be fetched"
        more="Show more returns"
        file={(columns) => returnsFilePath(shown, columns)}
        open={(id) => void navigate(returnPath(id))}
        {...(!isReadOnly && { selection })}
      />
      <Shelf>
        <BulkReturns selection={selection} rows={rows} />
      </Shelf>
    </>
  );
}

type FilterProps = { address: ListView<"view" | "from" | "to">; view: ReturnView };

function ReturnFilters({ address: { view, change }, view: shown }: FilterProps) {
  return (
    <FilterMenu
      chips={{
        view: ["Show", shown !== "all" && views[shown]],
        from: ["From", isDay(view.from) && view.from],
        to: ["To", isDay(view.to) && view.to],
      }}
      clear={(filter) => change({ [filter]: "" })}
    >
      <div className="grid grid-cols-2 gap-4">
        <DayField label="Asked from" value={view.from} onChange={(from) => change({ from })} />
        <DayField label="Asked to" value={view.to} onChange={(to) => change({ to })} />
      </div>
    </FilterMenu>
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
