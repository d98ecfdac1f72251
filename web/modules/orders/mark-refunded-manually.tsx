import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useState } from "react";
import type { Order, OrderEvent } from "#contract/orders.ts";
import { paymentCalls } from "#contract/payments.ts";
import { declinedForGoodNote } from "#contract/rules/refunds.ts";
import { call } from "#web/app/call.ts";
import { formatDollars } from "#web/app/format.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { TextArea } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { orderHistory } from "./manage-calls.ts";

type Props = {
  order: Order;
  heading: RefObject<HTMLElement | null>;
};

export function MarkRefundedManually({ order, heading }: Props) {
  const client = useQueryClient();
  const { data: events = [] } = useQuery(orderHistory(order._id));
  const [note, setNote] = useState("");
  const [isNoteMissing, setNoteMissing] = useState(false);
  const [confirming, setConfirming] = useState<number>();
  const marking = useMutation({
    mutationFn: () =>
      call(paymentCalls.settleElsewhere, { params: { id: order._id }, body: { note } }),
    onSuccess: () => showToast("Marked as refunded manually", "success", `Order ${order.number}`),
    onError: (error) => showToast(error.message, "error"),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["orders"] }),
        client.invalidateQueries({ queryKey: ["parts"] }),
      ]),
  });
  const declined = sumDeclined(events);
  if (confirming === undefined && declined === 0) return null;
  const total = `$${formatDollars(confirming ?? declined)}`;

  function submit(event: FormEvent) {
    event.preventDefault();
    setNoteMissing(note.trim() === "");
    if (note.trim() !== "") setConfirming(declined);
  }

  return (
    <section aria-labelledby="settle" className="mb-8 border border-base-300 p-5">
      <h4 id="settle" className="mb-2 font-bold">
        The refund was declined
      </h4>
      <p className="mb-4 max-w-prose">
        The card provider declines to refund {total} to the card; see the history for the reason.
        The shop keeps retrying. If you returned the money in another way, record it here.
      </p>
      <form noValidate onSubmit={submit} className="grid max-w-prose justify-items-start gap-3">
        <TextArea
          label="How the customer got the money"
          value={note}
          maxLength={500}
          error={isNoteMissing ? "Please describe how the money was returned" : undefined}
          onChange={({ target }) => {
            setNote(target.value);
            setNoteMissing(false);
          }}
        />
        <button type="submit" className="btn btn-outline">
          Mark as refunded manually
        </button>
      </form>
      {confirming !== undefined && (
        <ConfirmDialog
          title="Are you sure?"
          confirm={`${total} were returned`}
          refuse="Not yet"
          onConfirm={() => marking.mutateAsync()}
          onClose={() => setConfirming(undefined)}
          focusAfter={heading}
        >
          <p>
            The shop stops trying to refund {total} to <strong>{order.name}</strong>
            {order.state === "refunding" &&
              ", the order counts as refunded, and its parts go back into stock"}
            . This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function sumDeclined(events: readonly OrderEvent[]): number {
  return events
    .filter(({ what, note }) => what === "refund-wanted" && note?.includes(declinedForGoodNote))
    .reduce((sum, { amount = 0 }) => sum + amount, 0);
}
