import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Checkout } from "#contract/checkout.ts";
import { Field, FormError, SubmitButton } from "#web/ui/field.tsx";
import { editCheckout } from "./calls.ts";
import { DeliveryMethod } from "./delivery-method.tsx";

type Props = { checkout: Checkout; personId: string; onSaved: () => void };

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
          <DeliveryMethod
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
