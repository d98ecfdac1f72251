import { type FormEvent, useState } from "react";
import { orderDeskCalls } from "#contract/order-desk.ts";
import type { Order } from "#contract/orders.ts";
import { nameLetter, type OrderLetter } from "#contract/rules/order-letters.ts";
import { call } from "#web/app/call.ts";
import { Select } from "#web/ui/choice.tsx";
import { FormError } from "#web/ui/field.tsx";
import { useOrderAction } from "./use-order-action.ts";

type Props = { order: Order; letters: readonly OrderLetter[] };

export function LetterForm({ order: { _id: id, email, isCollection }, letters }: Props) {
  const { run, isBusy, failure } = useOrderAction();
  const [chosen, setChosen] = useState(letters[0]);
  const kind = letters.find((letter) => letter === chosen) ?? letters[0];
  if (!kind) return null;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!kind) return;
    const send = () => call(orderDeskCalls.sendLetter, { params: { id }, body: { kind } });
    void run(send, `The letter goes to ${email}`);
  }

  const choices: Record<string, string> = Object.fromEntries(
    letters.map((letter) => [letter, nameLetter(letter, isCollection)]),
  );
  return (
    <form noValidate className="grid justify-items-start gap-3" onSubmit={submit}>
      <Select
        label={`Letter to ${email}`}
        choices={choices}
        value={kind as string}
        onChoose={(letter) => setChosen(letter as OrderLetter)}
      />
      <FormError>{failure}</FormError>
      <button type="submit" className="btn btn-outline" aria-busy={isBusy}>
        Send it again
      </button>
    </form>
  );
}
