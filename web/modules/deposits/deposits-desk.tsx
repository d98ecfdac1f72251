import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { type Deposit, type DepositView, depositViews } from "#contract/deposits.ts";
import { formatDate, formatDollars } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { useSavedViews } from "#web/app/saved-views.ts";
import { RadioGroup } from "#web/ui/choice.tsx";
import { DataList } from "#web/ui/list/data-list.tsx";
import type { ListColumn } from "#web/ui/list/list-column.ts";
import { useListView } from "#web/ui/list/use-list-view.ts";
import { Note } from "#web/ui/placeholder.tsx";
import { depositPages, depositsFilePath } from "./desk-calls.ts";

const views: Record<DepositView, string> = { open: "Open", settled: "Settled", all: "All" };

const amount = (name: string, dollars: (deposit: Deposit) => number): ListColumn<Deposit> => ({
  name,
  file: name.toLowerCase(),
  choice: "shown",
  isFigure: true,
  isNamedOnCards: true,
  className: "md:w-24 md:text-end",
  cell: (deposit) => `$${formatDollars(dollars(deposit))}`,
});

const orderAddress = ({ order }: Pick<Deposit, "order">) =>
  `${paths.manageAllOrders}?order=${order}`;

const columns: ListColumn<Deposit>[] = [
  {
    name: "Order",
    file: "order",
    className: "md:w-24",
    isNamedOnCards: true,
    cell: ({ order, orderNumber }) => (
      <PageLink to={orderAddress({ order })} className="link inline-block py-2 font-semibold">
        {orderNumber}
      </PageLink>
    ),
  },
  {
    name: "Part",
    file: "part",
    className: "max-md:col-span-2 wrap-anywhere md:min-w-48",
    cell: ({ pieces, partNumber, part }) => (
      <>
        {pieces} × {partNumber && <span className="font-mono text-sm">{partNumber} </span>}
        {part}
      </>
    ),
  },
  {
    name: "Customer",
    file: "customer",
    choice: "shown",
    className: "max-md:col-span-2 wrap-anywhere",
    cell: ({ customer }) => customer,
  },
  {
    name: "Old parts here",
    file: "received",
    choice: "hidden",
    isFigure: true,
    isNamedOnCards: true,
    className: "md:w-28 md:text-end",
    cell: ({ received }) => received,
  },
  amount("Charged", ({ charged }) => charged),
  amount("Refunded", ({ refunded }) => refunded),
  amount("Kept", ({ forfeited }) => forfeited),
  amount("Open", ({ open }) => open),
  {
    name: "Until",
    file: "until",
    choice: "shown",
    isNamedOnCards: true,
    className: "md:w-32 text-sm",
    cell: ({ until }) => (until ? formatDate(until) : "–"),
  },
];

export function DepositsDesk() {
  const address = useListView(["q", "sort", "view"]);
  const { q } = address.view;
  const view = depositViews.find((each) => each === address.view.view) ?? "open";
  const navigate = useNavigate();
  const query = useInfiniteQuery(depositPages({ q, view }));
  const deposits = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <DataList
      name="deposits"
      views={useSavedViews("deposits")}
      label="Core deposits"
      columns={columns}
      nameOf={({ part, orderNumber }) => `Deposit of ${part}, order ${orderNumber}`}
      query={query}
      address={address}
      search={{ label: "Find a deposit", hint: "Order, part, name or e-mail" }}
      unsorted="Newest first"
      filters={
        <RadioGroup
          label="Show"
          choices={views}
          value={view}
          onChoose={(next) => address.change({ view: next === "open" ? "" : next })}
        />
      }
      nothing={
        <Note title={q ? "No such deposit" : "There are no deposits here"}>
          <p>They are charged with parts that have a core deposit, when an order is paid.</p>
        </Note>
      }
      failed="The deposits could not be fetched"
      more="Show more deposits"
      file={(columns) => depositsFilePath({ q, view }, columns)}
      open={(id) => {
        const found = deposits.find(({ _id }) => _id === id);
        if (found) void navigate(orderAddress(found));
      }}
    />
  );
}
