import { type FormEvent, useState } from "react";
import { orderDeskCalls } from "#contract/order-desk.ts";
import type { OrderPage } from "#contract/order-page.ts";
import { call } from "#web/app/call.ts";
import { Field, FormError, TextArea } from "#web/ui/field.tsx";
import { useOrderAction } from "./use-order-action.ts";

const labels = {
  ...{ company: "Company", street: "Street", postcode: "Postcode", city: "City", region: "Region" },
};
type Place = Record<keyof typeof labels, string>;

export function AddressForm({ page: { order, shipTo } }: { page: OrderPage }) {
  const { run, isBusy, message, fields } = useOrderAction();
  const [name, setName] = useState(order.name);
  const [phone, setPhone] = useState(order.phone);
  const [address, setAddress] = useState(order.address);
  const [place, setPlace] = useState<Place | undefined>(() => shipTo && toPlace(shipTo));

  function submit(event: FormEvent) {
    event.preventDefault();
    const body = { name, phone, ...(place ? { place } : { address }) };
    const send = () => call(orderDeskCalls.correctAddress, { params: { id: order._id }, body });
    void run(send, "The address is corrected");
  }

  return (
    <form noValidate className="grid gap-3" onSubmit={submit}>
      <Field
        label="Name"
        value={name}
        error={fields.name}
        onChange={({ target }) => setName(target.value)}
      />
      {place ? (
        <>
          {(Object.keys(labels) as (keyof Place)[]).map((field) => (
            <Field
              key={field}
              label={labels[field]}
              value={place[field]}
              error={fields[`place.${field}`]}
              onChange={({ target }) => setPlace({ ...place, [field]: target.value })}
            />
          ))}
          <Field
            label="Country"
            value={shipTo?.country}
            readOnly
            hint="Tax and delivery follow from it. For another country, cancel the order."
          />
        </>
      ) : (
        <TextArea
          label="Address"
          value={address}
          error={fields.address}
          onChange={({ target }) => setAddress(target.value)}
        />
      )}
      <Field
        label="Number"
        value={phone}
        error={fields.phone}
        onChange={({ target }) => setPhone(target.value)}
      />
      <FormError>{message}</FormError>
      <button type="submit" className="btn btn-outline justify-self-start" aria-busy={isBusy}>
        Save the address
      </button>
    </form>
  );
}

function toPlace({ company, street, postcode, city, region }: Place): Place {
  return { company, street, postcode, city, region };
}
