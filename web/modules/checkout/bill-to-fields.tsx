import type { ComponentProps } from "react";
import { Select } from "#web/ui/choice.tsx";
import { Field } from "#web/ui/field.tsx";
import { type AddressInputs, emptyAddress } from "./address-fields.tsx";
import { nameCountries } from "./country-name.ts";

export type BillInputs = Omit<AddressInputs, "phone">;

const { phone: _, ...withoutPhone } = emptyAddress;
export const emptyBillTo: BillInputs = withoutPhone;

type Props = {
  text: (label: string, name: keyof BillInputs) => ComponentProps<typeof Field>;
  countries: readonly string[];
  country: string;
  onCountry: (country: string) => void;
};

export function BillToFields({ text, countries, country, onCountry }: Props) {
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
