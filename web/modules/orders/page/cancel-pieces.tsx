import { type FormEvent, useState } from "react";
import type { OrderPage } from "#contract/order-page.ts";
import { refundCalls } from "#contract/refunds.ts";
import { toCents } from "#contract/rules/money.ts";
import { maySend } from "#contract/rules/order-states.ts";
import { call, createKey } from "#web/app/call.ts";
import { formatCents, formatCount } from "#web/app/format.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Field, FormError } from "#web/ui/field.tsx";
import { removeOrder } from "../calls.ts";
import { useOrderAction } from "../desk/use-order-action.ts";
import { refundOfCancelled, type WantedPieces } from "../refund-of-lines.ts";
import { type LeftLine, listLeft } from "../shipping/list-left.ts";

export function CancelPieces({ page }: { page: OrderPage }) {
  const left = listLeft(page);
  if (!maySend(page.order.payment) || left.length === 0) return null;
  return (
    <details className="print:hidden">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
        Cancel parts of this order
      </summary>
      {/* Anew when something was sent or cancelled meanwhile. */}
      <CancelForm
        key={left.map(({ _id, left }) => `${_id} ${left}`).join()}
        page={page}
        left={left}
      />
    </details>
  );
}

function CancelForm({ page, left }: { page: OrderPage; left: readonly LeftLine[] }) {
  const { order } = page;
  const { run, failure, refuse, clear } = useOrderAction();
  const [key] = useState(createKey);
  const [pieces, setPieces] = useState<Record<string, string>>({});
  const [isAsking, setAsking] = useState(false);
  const wanted = left
    .map(({ _id: line, left }) => ({ line, left, quantity: Number(pieces[line] || 0) }))
    .filter(({ quantity }) => quantity !== 0);
  const isAll = isAllOf(page, left, wanted);
  const cents = isAll
    ? toCents(order.totalPrice) - toCents(order.refunded)
    : refundOfCancelled(page, wanted);
  const amount = `$${formatCents(cents)}`;
  const where = order.dueOn ? "is taken off your company's account" : "goes back to your card";

  function submit(event: FormEvent) {
    event.preventDefault();
    const wrong = wanted.find(({ quantity }) => !Number.isInteger(quantity) || quantity < 1);
    const over = wanted.find(({ quantity, left }) => quantity > left);
    if (wanted.length === 0) refuse("Say how many pieces you do not want.");
    else if (wrong) refuse("Please give whole numbers of pieces.");
    else if (over) refuse(`At most ${formatCount(over.left)} of ${nameOf(page, over.line)}.`);
    else {
      clear();
      setAsking(true);
    }
  }

  function cancel() {
    const lines = wanted.map(({ line, quantity }) => ({ line, quantity }));
    const send = () =>
      isAll
        ? removeOrder(order)
        : call(refundCalls.cancelPieces, { params: { id: order._id }, body: { key, lines } });
    return run(send, `Cancelled: ${amount} ${where}`);
  }

  return (
    <form noValidate className="grid max-w-2xl gap-3 pt-1 pb-5" onSubmit={submit}>
      <p className="text-base-content/80">Of what is not packed yet. The money {where}.</p>
      {left.map(({ _id, name, left }) => (
        <div key={_id} className="grid grid-cols-[minmax(0,1fr)_6rem] items-end gap-3">
          <p className="pb-2.5 wrap-anywhere">
            {name}
            <span className="block text-sm text-base-content/75">
              {formatCount(left)} not sent yet
            </span>
          </p>
          <Field
            label="Pieces"
            aria-label={`Pieces of ${name} to cancel`}
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            value={pieces[_id] ?? ""}
            onChange={({ target }) => setPieces({ ...pieces, [_id]: target.value.trim() })}
          />
        </div>
      ))}
      <FormError>{failure}</FormError>
      <button type="submit" className="btn btn-outline btn-error justify-self-start">
        Cancel them
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Are you sure?"
          confirm={`Cancel and refund ${amount}`}
          refuse="Keep them"
          onConfirm={cancel}
          onClose={() => setAsking(false)}
        >
          {isAll ? (
            <p>
              That is all of your order {order.number}: it will be cancelled, and {amount} {where},
              delivery included. This cannot be undone.
            </p>
          ) : (
            <>
              <ul className="mb-3">
                {wanted.map(({ line, quantity }) => (
                  <li key={line}>
                    {formatCount(quantity)} × {nameOf(page, line)}
                  </li>
                ))}
              </ul>
              <p>
                These will not be sent, and {amount} {where}. The rest of your order stays as it is.
                This cannot be undone.
              </p>
            </>
          )}
        </ConfirmDialog>
      )}
    </form>
  );
}

const nameOf = ({ order }: OrderPage, line: string) =>
  order.lines.find(({ _id }) => _id === line)?.name ?? "";

/** Then the order itself is cancelled, which refunds its delivery as well. */
function isAllOf(
  { order, parcels }: OrderPage,
  left: readonly LeftLine[],
  wanted: readonly WantedPieces[],
): boolean {
  const isKept = order.lines.some(({ shipped }) => shipped > 0);
  const isPacked = parcels.some(({ state }) => state === "packed");
  return (
    !isKept &&
    !isPacked &&
    left.every((each) =>
      wanted.some(({ line, quantity }) => line === each._id && quantity === each.left),
    )
  );
}
