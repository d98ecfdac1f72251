import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { orderDeskCalls } from "#contract/order-desk.ts";
import type { OrderPage } from "#contract/order-page.ts";
import type { Order } from "#contract/orders.ts";
import { call } from "#web/app/call.ts";
import { ChangedMeanwhile } from "#web/app/changed-meanwhile.tsx";
import { undoChange } from "#web/app/undo-change.ts";
import { Field, FormError, TextArea } from "#web/ui/field.tsx";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { useOrderAction } from "./use-order-action.ts";

const labels = {
  company: "Company",
  street: "Street",
  postcode: "Postcode",
  city: "City",
  region: "Region",
};
type Place = Record<keyof typeof labels, string>;
type Inputs = { name: string; phone: string; address: string; place: Place | undefined };

export function AddressForm({ page }: { page: OrderPage }) {
  const { order, shipTo } = page;
  const client = useQueryClient();
  const { run, isBusy, failure, errors } = useOrderAction();
  const [{ seen, start, inputs, former }, setForm] = useState(() => toForm(page));
  const { name, phone, address, place } = inputs;
  const set = (values: Partial<Inputs>) =>
    setForm((form) => ({ ...form, inputs: { ...form.inputs, ...values } }));
  const present = toText(order);
  const isCorrectedSince = present !== toText(seen) && present !== former;

  if (former !== undefined && present === toText(seen))
    setForm((form) => ({ ...form, former: undefined }));
  if (isCorrectedSince && JSON.stringify(inputs) === JSON.stringify(start)) setForm(toForm(page));

  function save(expected: Destination) {
    const body = { name, phone, ...(place ? { place } : { address }), expected };
    let undoSaved: (() => Promise<string>) | undefined;
    const send = async () => {
      const saved = await call(orderDeskCalls.correctAddress, { params: { id: order._id }, body });
      const { auditId } = saved;
      if (auditId !== undefined) undoSaved = () => undo(auditId);
      setForm((form) => ({ ...form, seen: toDestination(saved), start: inputs, former: present }));
    };
    void run(send, () => showOnShelf("The address is saved.", undoSaved));
  }

  async function undo(auditId: string): Promise<string> {
    await undoChange(auditId).finally(() => client.invalidateQueries({ queryKey: ["orders"] }));
    return "The address is as it was.";
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    save(seen);
  }

  return (
    <form noValidate className="grid gap-3" onSubmit={submit}>
      <Field
        label="Name"
        value={name}
        error={errors.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      {place ? (
        <>
          {(Object.keys(labels) as (keyof Place)[]).map((field) => (
            <Field
              key={field}
              label={labels[field]}
              value={place[field]}
              error={errors[`place.${field}`]}
              onChange={({ target }) => set({ place: { ...place, [field]: target.value } })}
            />
          ))}
          <Field
            label="Country"
            value={shipTo?.country}
            readOnly
            hint="Tax and delivery follow from it. For another country, cancel the order and place a new one."
          />
        </>
      ) : (
        <TextArea
          label="Address"
          value={address}
          error={errors.address}
          onChange={({ target }) => set({ address: target.value })}
        />
      )}
      <Field
        label="Number"
        value={phone}
        error={errors.phone}
        onChange={({ target }) => set({ phone: target.value })}
      />
      <FormError>{failure}</FormError>
      {isCorrectedSince && (
        <ChangedMeanwhile
          about={order._id}
          isIt={({ action }) => action === "correct-address" || action === "undo-address"}
          present={present}
          did="has corrected the address"
          keep="Use theirs"
          onKeep={() => setForm(toForm(page))}
          onReplace={() => save(toDestination(order))}
        >
          <p className="wrap-anywhere whitespace-pre-line">{present}</p>
        </ChangedMeanwhile>
      )}
      <button type="submit" className="btn btn-outline justify-self-start" aria-busy={isBusy}>
        Save the address
      </button>
    </form>
  );
}

type Destination = Pick<Order, "name" | "phone" | "address">;
/** `seen` and `start`: the order and the fields, as they were when they were last the same. */
type Form = {
  seen: Destination;
  start: Inputs;
  inputs: Inputs;
  /** What the page shows until it has the address that was just saved. */
  former?: string | undefined;
};

const toDestination = ({ name, phone, address }: Destination) => ({ name, phone, address });
const toText = ({ name, phone, address }: Destination) => [name, address, phone].join("\n").trim();

function toForm({ order, shipTo }: OrderPage): Form {
  const inputs = { ...toDestination(order), place: shipTo && toPlace(shipTo) };
  return { seen: toDestination(order), start: inputs, inputs };
}

function toPlace({ company, street, postcode, city, region }: Place): Place {
  return { company, street, postcode, city, region };
}
