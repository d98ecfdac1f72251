import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Checkout, OfferedMethod } from "#contract/checkout.ts";
import { formatDollars } from "#web/app/format.tsx";
import { Field, FormError, SubmitButton } from "#web/ui/field.tsx";
import { editCheckout } from "./calls.ts";
import { describePromise } from "./promised-days.ts";

type Props = { checkout: Checkout; personId: string; onSaved: () => void };

/** The sums beside it follow the choice at once. */
export function DeliveryForm({ checkout, personId, onSaved }: Props) {
  const client = useQueryClient();
  const { quote } = checkout;
  const [reference, setReference] = useState(checkout.reference);
  const [failure, setFailure] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [chosen, setChosen] = useState(quote.method);

  async function save(changes: { method?: string; reference?: string }): Promise<boolean> {
    setBusy(true);
    setFailure("");
    const problem = await editCheckout(client, personId, changes).then(
      () => undefined,
      (error: Error) => error.message,
    );
    setBusy(false);
    if (problem) {
      setFailure(problem);
      setChosen(quote.method);
    }
    return problem === undefined;
  }

  return (
    <form
      aria-label="Delivery"
      className="grid gap-5"
      onSubmit={async (event) => {
        event.preventDefault();
        const method = chosen === null ? {} : { method: chosen };
        if (!isBusy && (await save({ ...method, reference }))) onSaved();
      }}
    >
      <fieldset className="grid">
        <legend className="sr-only">Delivery</legend>
        {quote.methods.map((method) => (
          <Method
            key={method.id}
            method={method}
            isChosen={method.id === chosen}
            onChoose={() => {
              setChosen(method.id);
              void save({ method: method.id });
            }}
          />
        ))}
      </fieldset>
      {quote.problem && <p className="border-s-4 border-warning ps-3">{quote.problem}</p>}
      <Field
        label="Your reference (optional)"
        hint="An order or job number of your own"
        value={reference}
        maxLength={60}
        autoComplete="off"
        onChange={({ target }) => setReference(target.value)}
      />
      <FormError>{failure}</FormError>
      {quote.method !== null && (
        <div>
          <SubmitButton busy={isBusy} buys>
            Continue to payment
          </SubmitButton>
        </div>
      )}
    </form>
  );
}

type MethodProps = { method: OfferedMethod; isChosen: boolean; onChoose: () => void };

function Method({ method, isChosen, onChoose }: MethodProps) {
  const id = useId();
  const { name, price, problem } = method;
  const remark = problem ?? describePromise(method, Date.now());
  return (
    <label
      htmlFor={id}
      className="-mt-px flex cursor-pointer items-center gap-4 border border-base-300 p-4 has-checked:relative has-checked:border-base-content has-disabled:cursor-default has-disabled:text-base-content/75"
    >
      <input
        id={id}
        type="radio"
        name="method"
        className="size-5 shrink-0 accent-base-content"
        checked={isChosen}
        disabled={price === null}
        onChange={onChoose}
      />
      <span className="min-w-0 grow">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        {remark && <span className="block text-sm">{remark}</span>}
      </span>
      <span className="font-bold whitespace-nowrap">
        {price === null ? "–" : price === 0 ? "free" : `$${formatDollars(price)}`}
      </span>
    </label>
  );
}
