import { type FormEvent, useState } from "react";
import { type LossResolution, lossCalls } from "#contract/losses.ts";
import type { Order } from "#contract/orders.ts";
import type { Shipment } from "#contract/shipments.ts";
import { call, createKey } from "#web/app/call.ts";
import { formatCount } from "#web/app/format.tsx";
import { RadioGroup } from "#web/ui/choice.tsx";
import { Field, FormError } from "#web/ui/field.tsx";
import { useOrderAction } from "../desk/use-order-action.ts";

const resolutions: Record<LossResolution, string> = {
  replace: "Send them again",
  refund: "Refund them",
};

export function LossForm({ parcel, order }: { parcel: Shipment; order: Order }) {
  const { run, isBusy, failure, errors, refuse } = useOrderAction();
  const [key] = useState(createKey);
  const [pieces, setPieces] = useState<Record<string, string>>({});
  const [resolution, setResolution] = useState<LossResolution>("replace");
  const left = parcel.lines.filter(({ quantity, lost }) => quantity > lost);
  const nameOf = (line: string) => order.lines.find(({ _id }) => _id === line)?.name ?? "";
  const chosen = left
    .map(({ line }) => ({ line, quantity: Number(pieces[line] || 0) }))
    .filter(({ quantity }) => quantity !== 0);

  function submit(event: FormEvent) {
    event.preventDefault();
    const isWrong = chosen.some(({ quantity }) => !Number.isInteger(quantity) || quantity < 1);
    if (chosen.length === 0) return refuse("Say how many pieces were lost.");
    if (isWrong) return refuse("Please give whole numbers of pieces.");
    const body = { key, lines: chosen, resolution };
    void run(
      () => call(lossCalls.report, { params: { id: parcel._id }, body }),
      resolution === "replace" ? "The lost pieces are to be sent again" : "The loss is noted",
    );
  }

  const errorOf = (line: string) =>
    errors[`lines.${chosen.findIndex((each) => each.line === line)}.quantity`];

  return (
    <form noValidate className="mt-2 grid max-w-2xl gap-3" onSubmit={submit}>
      {left.map(({ line, quantity, lost }) => (
        <div key={line} className="grid grid-cols-[minmax(0,1fr)_6rem] items-end gap-3">
          <p className="pb-2.5 wrap-anywhere">
            {nameOf(line)}
            <span className="block text-sm text-base-content/75">
              {formatCount(quantity - lost)} in the parcel
            </span>
          </p>
          <Field
            label="Pieces"
            aria-label={`Lost pieces of ${nameOf(line)}`}
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            error={errorOf(line)}
            value={pieces[line] ?? ""}
            onChange={({ target }) => setPieces({ ...pieces, [line]: target.value.trim() })}
          />
        </div>
      ))}
      <RadioGroup
        label="What becomes of them"
        choices={resolutions}
        value={resolution}
        onChoose={setResolution}
      />
      <FormError>{failure}</FormError>
      <button
        type="submit"
        className="btn btn-outline justify-self-start"
        aria-busy={isBusy}
        aria-label={`Note the loss: parcel ${parcel.parcel}`}
      >
        Note the loss
      </button>
      <p className="text-sm text-base-content/80">The customer gets a letter about it.</p>
    </form>
  );
}
