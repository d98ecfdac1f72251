import { type FormEvent, useState } from "react";
import { documentCalls } from "#contract/documents.ts";
import type { OrderPage } from "#contract/order-page.ts";
import { call, createKey } from "#web/app/call.ts";
import { Field, FormError, TextArea } from "#web/ui/field.tsx";
import { useOrderAction } from "./use-order-action.ts";

export function CorrectionForm({ page: { order, vatId } }: { page: OrderPage }) {
  const { run, isBusy, failure, errors } = useOrderAction();
  const [key] = useState(createKey);
  const [details, setDetails] = useState({
    name: order.name,
    address: order.address,
    vatId,
    reference: order.reference ?? "",
    because: "",
  });
  const change = (part: Partial<typeof details>) => setDetails({ ...details, ...part });

  function submit(event: FormEvent) {
    event.preventDefault();
    const send = () =>
      call(documentCalls.correct, { params: { id: order._id }, body: { key, ...details } });
    void run(send, "The invoice is corrected");
  }

  return (
    <form noValidate className="grid gap-3" onSubmit={submit}>
      <Field
        label="Name or company"
        value={details.name}
        error={errors.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextArea
        label="Address"
        value={details.address}
        error={errors.address}
        onChange={({ target }) => change({ address: target.value })}
      />
      <Field
        label="VAT number"
        value={details.vatId}
        error={errors.vatId}
        onChange={({ target }) => change({ vatId: target.value })}
      />
      <Field
        label="Their reference"
        value={details.reference}
        error={errors.reference}
        onChange={({ target }) => change({ reference: target.value })}
      />
      <Field
        label="Why"
        hint="Stands on the credit note."
        value={details.because}
        error={errors.because}
        onChange={({ target }) => change({ because: target.value })}
      />
      <FormError>{failure}</FormError>
      <button type="submit" className="btn btn-outline justify-self-start" aria-busy={isBusy}>
        Credit the invoice and write a new one
      </button>
      <p className="text-sm text-base-content/80">
        An invoice is never changed. A letter with the new one goes to {order.email}.
      </p>
    </form>
  );
}
