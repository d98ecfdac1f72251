import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { Withdrawal, WithdrawalView } from "#contract/withdrawals.ts";
import { DateTime } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { askReturnPath, paths, returnPath } from "#web/app/paths.ts";
import { useSavedViews } from "#web/app/saved-views.ts";
import { RadioGroup } from "#web/ui/choice.tsx";
import { DataList } from "#web/ui/list/data-list.tsx";
import type { ListColumn } from "#web/ui/list/list-column.ts";
import { useListView } from "#web/ui/list/use-list-view.ts";
import { Note } from "#web/ui/placeholder.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { Shelf, showOnShelf } from "#web/ui/shelf.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { answerWithdrawal, withdrawalPages, withdrawalsFile } from "./desk-calls.ts";

const columns: ListColumn<Withdrawal>[] = [
  {
    name: "Withdrawal",
    sort: "number",
    file: "number",
    isNamedOnCards: true,
    className: "md:w-28",
    cell: ({ number }) => number,
  },
  {
    name: "Received",
    file: "received",
    choice: "shown",
    className: "text-sm md:w-44",
    cell: ({ receivedAt }) => <DateTime time={receivedAt} />,
  },
  {
    name: "Stated by",
    file: ["name", "email"],
    choice: "shown",
    className: "wrap-anywhere max-md:col-span-2",
    cell: ({ name, email }) => `${name}, ${email}`,
  },
  {
    name: "Order",
    file: "order",
    choice: "shown",
    isNamedOnCards: true,
    className: "wrap-anywhere md:w-40",
    cell: (shown) => <StatedOrder shown={shown} />,
  },
  {
    name: "Goods",
    file: "goods",
    choice: "shown",
    isNamedOnCards: true,
    className: "whitespace-pre-line wrap-anywhere max-md:col-span-2",
    cell: ({ goods }) => goods || "All",
  },
  {
    name: "Next",
    className: "max-md:col-span-2 md:w-52 md:py-2",
    cell: (shown) => (
      <HiddenIfReadOnly>
        <NextStep shown={shown} />
      </HiddenIfReadOnly>
    ),
  },
];

export function WithdrawalsDesk() {
  const address = useListView(["q", "sort", "view"]);
  const { q, sort } = address.view;
  const view: WithdrawalView = address.view.view === "all" ? "all" : "open";
  const navigate = useNavigate();
  const query = useInfiniteQuery(withdrawalPages({ q, sort, view }));
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <DataList
        name="withdrawals"
        views={useSavedViews("withdrawals")}
        label="Withdrawals"
        columns={columns}
        nameOf={({ number }) => `Withdrawal ${number}`}
        query={query}
        address={address}
        search={{ label: "Find a withdrawal", hint: "Number, order, name, e-mail or goods" }}
        unsorted="Newest first"
        filters={
          <RadioGroup
            label="Show"
            choices={{ open: "Waiting for you", all: "All" }}
            value={view}
            onChoose={(next) => address.change({ view: next === "open" ? "" : next })}
          />
        }
        nothing={<Nothing q={q} view={view} />}
        failed="The withdrawals could not be fetched"
        more="Show more withdrawals"
        file={(columns) => withdrawalsFile({ q, sort, view }, columns)}
        open={(id) => {
          const order = rows.find(({ _id }) => _id === id)?.order;
          if (order) void navigate(orderAddress(order));
        }}
        hasUndo
      />
      <Shelf />
    </>
  );
}

function Nothing({ q, view }: { q: string; view: WithdrawalView }) {
  if (q) {
    return (
      <Note title="No such withdrawal">
        <p className="wrap-anywhere">Nothing was found for “{q}”.</p>
      </Note>
    );
  }
  return (
    <Note title={view === "open" ? "Nothing waits for you" : "Nobody has withdrawn yet"}>
      <p>Confirmed withdrawals whose goods were sent in full become returns by themselves.</p>
    </Note>
  );
}

const orderAddress = (order: string) =>
  `${paths.manageAllOrders}?${new URLSearchParams({ order })}`;

/** By what may be its number, else by the name. */
const searchAddress = ({ orderNumber, name }: Withdrawal) => {
  const q = /\d{4,}/.exec(orderNumber)?.[0] ?? name;
  return `${paths.manageAllOrders}?${new URLSearchParams({ view: "work", q })}`;
};

function StatedOrder({ shown }: { shown: Withdrawal }) {
  const { order, orderNumber, number, isConfirmed } = shown;
  if (!order) {
    return (
      <>
        {orderNumber} (there is no such order with this e-mail){" "}
        <PageLink to={searchAddress(shown)} className="link inline-flex min-h-8 items-center">
          Look for it<span className="sr-only">, withdrawal {number}</span>
        </PageLink>
      </>
    );
  }
  return (
    <>
      <PageLink to={orderAddress(order)} className="link inline-flex min-h-8 items-center">
        {orderNumber}
      </PageLink>
      {!isConfirmed && " (not confirmed by e-mail yet)"}
    </>
  );
}

function NextStep({ shown }: { shown: Withdrawal }) {
  const client = useQueryClient();
  const { _id, number, order, answered } = shown;

  async function mark(isAnswered: boolean): Promise<string> {
    await answerWithdrawal(_id, isAnswered);
    await client.invalidateQueries({ queryKey: ["withdrawals"] });
    return `Withdrawal ${number} ${isAnswered ? "is answered" : "waits again"}.`;
  }

  const press = () =>
    mark(!answered).then(
      (text) => showOnShelf(text, () => mark(answered)),
      (error: Error) => showToast(error.message, "error"),
    );

  if (shown.return) {
    return (
      <PageLink to={returnPath(shown.return)} className="link inline-flex min-h-8 items-center">
        Its return
      </PageLink>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {order && (
        <PageLink to={askReturnPath(order)} className="link inline-flex min-h-8 items-center">
          Make a return of it
        </PageLink>
      )}
      <button type="button" className="btn btn-outline btn-sm h-10" onClick={press}>
        {answered ? "Not answered yet" : "Answered"}
        <span className="sr-only">: withdrawal {number}</span>
      </button>
    </div>
  );
}
