import { type FormEvent, useId, useState } from "react";
import type { Order } from "#contract/orders.ts";
import { replacingPieces } from "#contract/rules/fulfilment.ts";
import { createKey } from "#web/app/call.ts";
import { formatCount } from "#web/app/format.tsx";
import { Field, FormError } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { useShipping } from "./calls.ts";
import type { LeftLine } from "./list-left.ts";
import { noTracking, type Tracking, TrackingFields } from "./tracking-fields.tsx";

type Props = { order: Order; left: readonly LeftLine[] };

const sent = { done: "shipped", action: "Mark shipped", when: "When it is marked shipped" };
const collected: typeof sent = {
  done: "ready for collection",
  action: "Ready for collection",
  when: "When it is ready for collection",
};

export function ShipForm({ order, left }: Props) {
  const { ship } = useShipping();
  const [key] = useState(createKey);
  const [pieces, setPieces] = useState<Record<string, string>>(() =>
    Object.fromEntries(left.map(({ _id, left }) => [_id, `${left}`])),
  );
  const [tracking, setTracking] = useState<Tracking>(noTracking);
  const { run, isBusy, failure, errors, refuse } = useAction();
  const title = useId();
  const words = order.isCollection ? collected : sent;

  function send(isPacked: boolean) {
    const lines = left
      .map(({ _id: line }) => ({ line, quantity: Number(pieces[line] || 0) }))
      .filter(({ quantity }) => quantity !== 0);
    if (lines.length === 0) return refuse("Please say how many pieces are in it.");
    if (!lines.every(({ quantity }) => Number.isInteger(quantity)))
      return refuse("Please write the pieces as whole numbers.");
    void run(async () => {
      const { parcel } = await ship(order._id, { key, lines, isPacked, ...tracking });
      showToast(`Parcel ${parcel} is ${isPacked ? "packed" : words.done}`);
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    send(false);
  }

  return (
    <form
      noValidate
      aria-labelledby={title}
      className="grid max-w-2xl gap-4 border border-base-300 bg-base-200 p-4 sm:p-5"
      onSubmit={submit}
    >
      <h5 id={title} className="font-semibold">
        What is in the next parcel?
      </h5>
      <div className="grid gap-3">
        {left.map(({ _id, name, number, left, ...line }) => (
          <div key={_id} className="grid grid-cols-[minmax(0,1fr)_6rem] items-end gap-3">
            <p className="pb-2.5 wrap-anywhere">
              {number && <span className="me-2 font-mono text-sm">{number}</span>}
              {name}
              <span className="block text-sm text-base-content/75">
                {formatCount(left)} {order.isCollection ? "to put ready" : "to ship"}
                {replacingPieces(line) > 0 &&
                  `, ${formatCount(replacingPieces(line))} in place of what came back or was lost`}
              </span>
            </p>
            <Field
              label="Pieces"
              aria-label={`Pieces of ${name}`}
              inputMode="numeric"
              autoComplete="off"
              value={pieces[_id] ?? ""}
              onChange={({ target }) => setPieces({ ...pieces, [_id]: target.value.trim() })}
            />
          </div>
        ))}
      </div>
      {!order.isCollection && (
        <TrackingFields
          tracking={tracking}
          errors={errors}
          onChange={(changes) => setTracking((all) => ({ ...all, ...changes }))}
        />
      )}
      <FormError>{failure}</FormError>
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="btn btn-secondary" aria-busy={isBusy}>
          {words.action}
        </button>
        <button type="button" className="btn btn-outline" onClick={() => send(true)}>
          Pack it only
        </button>
      </div>
      <p className="text-sm text-base-content/80">
        {words.when}, one letter goes to {order.email}
        {order.isCollection && ", with a code to collect it"}. After that, the customer cannot
        cancel the order.
      </p>
    </form>
  );
}
