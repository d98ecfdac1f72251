import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { useSavedViews } from "#web/app/saved-views.ts";
import { DataList } from "#web/ui/list/data-list.tsx";
import { useCollectedSelection } from "#web/ui/list/use-collected-selection.ts";
import { useListView } from "#web/ui/list/use-list-view.ts";

import { Note } from "#web/ui/placeholder.tsx";
import { useReadOnly } from "#web/ui/read-only.tsx";
import { boardPages, listBoard } from "./board-calls.ts";
import { boardColumns } from "./board-columns.tsx";
import { BoardFilters } from "./board-filters.tsx";
import { type BoardView, boardFilePath, boardNames } from "./board-view.ts";
import { BulkShip } from "./bulk-ship.tsx";
import { OrderPeek } from "./order-peek.tsx";
import { printPapers } from "./print-papers.ts";

/** Orders in columns to work with, beside the table that the specification states. */
export function OrderBoard() {
  const address = useListView(boardNames);
  const { view } = address;
  const query = useInfiniteQuery(boardPages(view));
  const views = useSavedViews("orders");
  const { open, isAllAsked, go, openPage, peek, closePeek } = useOpenOrder();
  const loaded = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const { selection } = useCollectedSelection(loaded, listBoard(view));
  const [isShipping, setShipping] = useState(false);
  const isReadOnly = useReadOnly();

  const chooseAsked = useEffectEvent(() => {
    if (!isReadOnly) selection.chooseAll();
    go({}, true);
  });
  useEffect(() => {
    if (isAllAsked) chooseAsked();
  }, [isAllAsked]);

  return (
    <>
      <DataList
        name="orders"
        views={views}
        label="Orders"
        columns={boardColumns(peek)}
        nameOf={({ number }) => `order ${number}`}
        query={query}
        address={address}
        search={{ label: "Find an order", hint: "Number, person, phone, address, part, payment" }}
        unsorted="Newest first"
        filters={<BoardFilters address={address} />}
        nothing={<Nothing view={view} />}
        failed="The orders could not be fetched"
        more="Show more orders"
        open={openPage}
        peek={peek}
        file={(shown) => boardFilePath(view, shown)}
        {...(!isReadOnly && {
          selection,
          moreKeys: {
            s: {
              does: "Mark what is selected shipped",
              act: () => setShipping(selection.count > 0),
            },
            p: {
              does: "Download slips and labels of what is selected",
              act: () => void printPapers(selection),
            },
          },
        })}
      />
      <BulkShip selection={selection} isOpen={isShipping} onOpen={setShipping} onPeek={peek} />
      {open && <OrderPeek key={open} id={open} onOpen={openPage} onClose={closePeek} />}
    </>
  );
}

/** In the address, so that Back closes it. */
function useOpenOrder() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const go = (change: Record<string, string>, replace = false) => {
    const next = new URLSearchParams(params);
    for (const name of ["open", "order", "select"]) next.delete(name);
    for (const [name, value] of Object.entries(change)) next.set(name, value);
    void navigate({ search: `?${next}` }, { replace, preventScrollReset: true });
  };
  return {
    open: params.get("open") ?? "",
    /** "Ship all" of the overview leads here. */
    isAllAsked: params.get("select") === "all",
    go,
    peek: (id: string) => go({ open: id }),
    openPage: (id: string) => go({ order: id }),
    closePeek: () => go({}),
  };
}

function Nothing({ view: board }: { view: BoardView }) {
  const { q, payment, fulfilment, from, to, person, view } = board;
  const isFiltered = [q, payment, fulfilment, from, to, person].some(Boolean);
  if (!isFiltered && view === "to-ship") {
    return (
      <Note title="Everything is shipped">
        <p>Orders appear here as soon as they are paid.</p>
      </Note>
    );
  }
  if (!isFiltered) {
    return (
      <Note title="No orders here">
        <p>Orders appear here as soon as they come into this state.</p>
      </Note>
    );
  }
  const here = new URLSearchParams({ view });
  return (
    <Note title="No orders match">
      <PageLink to={`${paths.manageAllOrders}?${here}`} className="btn btn-secondary">
        Remove search and filters
      </PageLink>
    </Note>
  );
}
