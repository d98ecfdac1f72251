import { type FormEvent, useState } from "react";
import { orderDeskCalls } from "#contract/order-desk.ts";
import type { Order } from "#contract/orders.ts";
import { call } from "#web/app/call.ts";
import { TextArea } from "#web/ui/field.tsx";
import { useOrderAction } from "./use-order-action.ts";

export function NoteForm({ order: { _id: id } }: { order: Order }) {
  const { run, isBusy, failure, errors } = useOrderAction();
  const [text, setText] = useState("");

  async function submit(event: FormEvent) {
    event.preventDefault();
    const send = () => call(orderDeskCalls.addNote, { params: { id }, body: { text } });
    if (await run(send, "The note is in the history")) setText("");
  }

  return (
    <form noValidate className="grid justify-items-start gap-3" onSubmit={submit}>
      <div className="w-full">
        <TextArea
          label="Note"
          hint="It stands in the history. The customer never sees it."
          maxLength={1000}
          value={text}
          error={errors.text ?? failure}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <button type="submit" className="btn btn-outline" aria-busy={isBusy}>
        Add the note
      </button>
    </form>
  );
}
