import { useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { useForm } from "react-hook-form";
import type { Checkout } from "#contract/checkout.ts";
import { presetCountry } from "#contract/rules/delivery-countries.ts";
import { CallRefused } from "#web/app/call.ts";
import { CheckBox, Select } from "#web/ui/choice.tsx";
import { Field, FormError, SubmitButton } from "#web/ui/field.tsx";
import { useAction } from "#web/ui/use-action.ts";
import {
  AddressFields,
  type AddressInputs,
  emptyAddress,
  missingAddress,
} from "./address-fields.tsx";
import { editCheckout } from "./calls.ts";
import { nameCountries } from "./country-name.ts";

type BillInputs = Omit<AddressInputs, "phone">;

const { phone: _, ...withoutPhone } = emptyAddress;
const emptyBillTo: BillInputs = withoutPhone;

type Inputs = AddressInputs & { vatId: string; billTo: BillInputs };
type Props = {
  checkout: Checkout;
  person: { _id: string; name: string };
  onSaved: () => void;
};

const names = {
  name: "name",
  company: "organization",
  street: "street-address",
  postcode: "postal-code",
  city: "address-level2",
  region: "address-level1",
  phone: "tel",
};

const missing: { [Name in keyof AddressInputs | "vatId"]?: string } = missingAddress;

export function AddressForm({ checkout, person, onSaved }: Props) {
  const client = useQueryClient();
  const { address, billTo, vatId, company, countries, home } = checkout;
  const isFirst = address === null && company !== null;
  const [country, setCountry] = useState(
    address?.country ?? presetCountry(countries, company?.country, home),
  );
  const [billCountry, setBillCountry] = useState(billTo?.country ?? country);
  const [isBilledElsewhere, setBilledElsewhere] = useState(billTo !== null);
  const { run, failure } = useAction();
  const { register, handleSubmit, setError, setValue, watch, formState } = useForm<Inputs>({
    defaultValues: {
      ...emptyAddress,
      name: person.name,
      ...address,
      vatId,
      ...(isFirst && { company: company.name, vatId: vatId || company.vatId }),
      billTo: { ...emptyBillTo, ...billTo },
    },
  });
  const { errors, isSubmitting } = formState;
  const text = (label: string, name: Exclude<keyof Inputs, "billTo">) => ({
    label,
    error: errors[name]?.message,
    ...register(name, { required: missing[name] ?? false }),
    ...(name !== "vatId" && { autoComplete: `shipping ${names[name]}` }),
  });

  const billText = (label: string, name: keyof BillInputs) => ({
    label,
    error: errors.billTo?.[name]?.message,
    autoComplete: `billing ${names[name]}`,
    ...register(`billTo.${name}`, { required: missingAddress[name] ?? false }),
  });

  async function save({ vatId, billTo: bill, ...inputs }: Inputs) {
    try {
      const sent = {
        address: { ...inputs, country },
        billTo: isBilledElsewhere ? { ...bill, phone: "", country: billCountry } : null,
        vatId: vatId.replace(/[\s.-]/g, ""),
      };
      await editCheckout(client, person._id, { ...sent, vatId: sent.vatId.toUpperCase() });
      onSaved();
    } catch (error) {
      const fields = error instanceof CallRefused ? error.fields : {};
      for (const [at, [path, message]] of Object.entries(fields).entries()) {
        const name = path.replace(/^address\./, "") as keyof Inputs;
        setError(name, { message }, { shouldFocus: at === 0 });
      }
      throw error;
    }
  }

  return (
    <form
      noValidate
      aria-label="Address"
      className="grid gap-5"
      onSubmit={handleSubmit((inputs) => run(() => save(inputs)))}
    >
      <AddressFields
        text={text}
        countries={countries}
        country={country}
        autoComplete="shipping country"
        onCountry={setCountry}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field {...text("Company (optional)", "company")} maxLength={200} />
        <Field {...text("VAT number (optional)", "vatId")} maxLength={20} />
      </div>
      {company && watch("company") === "" && (
        <button
          type="button"
          className="btn btn-outline max-w-full justify-self-start"
          onClick={() => {
            setValue("company", company.name);
            if (country === company.country && watch("vatId") === "") {
              setValue("vatId", company.vatId);
            }
          }}
        >
          Add <bdi className="truncate">{company.name}</bdi>
        </button>
      )}
      <CheckBox
        label="The invoice goes to another address"
        checked={isBilledElsewhere}
        onChange={setBilledElsewhere}
      />
      {isBilledElsewhere && (
        <BillToFields
          text={billText}
          countries={countries}
          country={billCountry}
          onCountry={setBillCountry}
        />
      )}
      <FormError>{failure}</FormError>
      <div>
        <SubmitButton busy={isSubmitting} buys>
          Continue to delivery
        </SubmitButton>
      </div>
    </form>
  );
}

type BillToProps = {
  text: (label: string, name: keyof BillInputs) => ComponentProps<typeof Field>;
  countries: readonly string[];
  country: string;
  onCountry: (country: string) => void;
};

function BillToFields({ text, countries, country, onCountry }: BillToProps) {
  return (
    <fieldset className="grid gap-5 border-s-4 border-base-300 ps-4">
      <legend className="mb-3 text-lg font-bold">Invoice address</legend>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field {...text("Name on the invoice", "name")} maxLength={200} />
        <Field {...text("Company on the invoice (optional)", "company")} maxLength={200} />
      </div>
      <Field {...text("Street and number of the invoice address", "street")} maxLength={300} />
      <div className="grid items-start gap-5 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <Field {...text("Invoice postcode", "postcode")} maxLength={20} />
        <Field {...text("City of the invoice address", "city")} maxLength={100} />
      </div>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Select
          label="Country of the invoice address"
          choices={nameCountries([...new Set([country, ...countries])])}
          value={country}
          autoComplete="billing country"
          onChoose={onCountry}
        />
        <Field {...text("Region of the invoice address (optional)", "region")} maxLength={40} />
      </div>
    </fieldset>
  );
}
