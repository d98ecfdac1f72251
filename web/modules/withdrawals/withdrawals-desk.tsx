import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { Withdrawal, WithdrawalView } from "#contract/withdrawals.ts";
import { DateTime } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { askReturnPath, paths, returnPath } from "#web/app/paths.ts";
import { RadioGroup } from "#web/ui/choice.tsx";
import { useListView } from "#web/ui/list/use-list-view.ts";
import { PagedList } from "#web/ui/paged-list.tsx";
import { Note } from "#web/ui/placeholder.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { Shelf, showOnShelf } from "#web/ui/shelf.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { answerWithdrawal, withdrawalPages } from "./calls.ts";

const columns = ["Withdrawal", "Received", "Stated by", "Order", "Goods", "Next"] as const;

/** For admins. */
export function WithdrawalsDesk() {
  const address = useListView(["view"]);
  const view: WithdrawalView = address.view.view === "all" ? "all" : "open";
  return (
    <>
      <div className="mb-4">
        <RadioGroup
          label="Show"
          choices={{ open: "Waiting for you", all: "All" }}
          value={view}
          onChoose={(next) => address.change({ view: next === "open" ? "" : next })}
        />
      </div>
      <PagedList
        query={useInfiniteQuery(withdrawalPages(view))}
        failed="The withdrawals could not be fetched"
        more="Show more withdrawals"
      >
        {(rows) =>
          rows.length === 0 ? (
            <Note title={view === "open" ? "Nothing waits for you" : "Nobody has withdrawn yet"}>
              <p>Withdrawals whose goods were sent in full become returns by themselves.</p>
            </Note>
          ) : (
            <Table label="Withdrawals" columns={columns} wide>
              {rows.map((each) => (
                <WithdrawalRow key={each._id} shown={each} />
              ))}
            </Table>
          )
        }
      </PagedList>
      <Shelf />
    </>
  );
}

function WithdrawalRow({ shown }: { shown: Withdrawal }) {
  const { number, receivedAt, name, email, goods } = shown;
  return (
    <Row className="text-sm">
      <Cell label="Withdrawal">{number}</Cell>
      <Cell>
        <DateTime time={receivedAt} />
      </Cell>
      <Cell className="wrap-anywhere">
        {name}, {email}
      </Cell>
      <Cell className="wrap-anywhere" label="Order">
        <StatedOrder shown={shown} />
      </Cell>
      <Cell className="whitespace-pre-line wrap-anywhere" label="Goods">
        {goods || "All"}
      </Cell>
      <Cell>
        <HiddenIfReadOnly>
          <NextStep shown={shown} />
        </HiddenIfReadOnly>
      </Cell>
    </Row>
  );
}

function StatedOrder({ shown: { order, orderNumber } }: { shown: Withdrawal }) {
  if (!order) return `${orderNumber} (there is no such order with this e-mail)`;
  return (
    <PageLink
      to={`${paths.manageAllOrders}?${new URLSearchParams({ order })}`}
      className="link inline-flex min-h-8 items-center"
    >
      {orderNumber}
    </PageLink>
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
