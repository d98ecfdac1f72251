import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Return, ReturnsOfOrder } from "#contract/returns.ts";
import { reasonName } from "#contract/rules/return-words.ts";
import { mayMoveReturn } from "#contract/rules/returns.ts";
import { DateTime, formatDollars } from "#web/app/format.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { type Ask, AskForm } from "./ask-form.tsx";
import { askReturn, askReturnByLink, cancelReturn, returnsOf, returnsOfLink } from "./calls.ts";
import { ReturnBadge } from "./return-badge.tsx";
import { describeReturn, outcomeName, wishOf } from "./return-words.ts";

export function OrderReturns({ orderId }: { orderId: string }) {
  const query = useQuery(returnsOf(orderId));
  return <Returns {...query} ask={(body) => askReturn(orderId, body)} mayCancel />;
}

export function LinkedReturns({ token, mayCancel }: { token: string; mayCancel: boolean }) {
  const query = useQuery(returnsOfLink(token));
  return <Returns {...query} ask={(body) => askReturnByLink(token, body)} mayCancel={mayCancel} />;
}

type Props = Pick<UseQueryResult<ReturnsOfOrder>, "data" | "error" | "refetch"> & {
  ask: Ask;
  mayCancel?: boolean;
};

function Returns({ data, error, refetch, ask, mayCancel = false }: Props) {
  if (!data) {
    if (!error) return <InlineLoading />;
    return <LoadFailed title="The returns could not be fetched" error={error} retry={refetch} />;
  }
  const { order, returns, returnable } = data;
  const left = returnable.filter(({ pieces }) => pieces > 0);
  return (
    <div className="grid max-w-3xl gap-8">
      <p className="text-lg wrap-anywhere">
        Order {order.number}: {order.productName}
      </p>
      {returns.map((each) => (
        <ReturnCard key={each._id} shown={each} mayCancel={mayCancel} />
      ))}
      {left.length > 0 ? (
        <section aria-labelledby="ask" className="grid gap-4">
          <h3 id="ask" className="text-lg font-bold">
            What do you want to return?
          </h3>
          <AskForm ask={ask} lines={left} onAsked={refetch} />
        </section>
      ) : (
        returns.length === 0 && (
          <Note title="Nothing can be returned yet">
            <p>
              None of this order has been sent. As long as nothing has been sent, you can cancel it
              under My Order.
            </p>
          </Note>
        )
      )}
    </div>
  );
}

function ReturnCard({ shown, mayCancel }: { shown: Return; mayCancel: boolean }) {
  const { number, state, lines, refund, requestedAt } = shown;
  return (
    <article aria-labelledby={`return-${number}`} className="grid gap-3 border border-base-300 p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 id={`return-${number}`} className="text-lg font-bold">
          Return {number}
        </h3>
        <ReturnBadge state={state} />
        <span className="text-sm text-base-content/75">
          asked for <DateTime time={requestedAt} />
        </span>
      </div>
      <p className="whitespace-pre-line wrap-anywhere">{describeReturn(shown)}</p>
      <ul className="grid gap-2">
        {lines.map((line) => (
          <li key={line.line} className="flex flex-wrap justify-between gap-x-4 wrap-anywhere">
            <span>
              {line.quantity} × {line.name}
            </span>
            <span className="text-base-content/75">
              {[reasonName(line), outcomeName(line, shown) ?? wishOf(line)]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ul>
      {refund && <p className="font-semibold">Refunded: ${formatDollars(refund.amount)}</p>}
      {mayCancel && mayMoveReturn("cancel", state) && <CancelReturn shown={shown} />}
    </article>
  );
}

function CancelReturn({ shown: { _id, number } }: { shown: Return }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);

  async function cancel() {
    await cancelReturn(_id).then(
      () => showToast(`Return ${number} is cancelled`),
      (error: Error) => showToast(error.message, "error"),
    );
    await client.invalidateQueries({ queryKey: ["returns"] });
    await client.invalidateQueries({ queryKey: ["order-link"] });
  }

  return (
    <p>
      <button
        type="button"
        className="btn btn-outline border-base-content/50"
        onClick={() => setAsking(true)}
      >
        Cancel the return
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Are you sure?"
          confirm="Cancel the return"
          refuse="Keep it"
          onConfirm={cancel}
          onClose={() => setAsking(false)}
        >
          <p>Return {number} will be cancelled, and you keep the parts.</p>
        </ConfirmDialog>
      )}
    </p>
  );
}
