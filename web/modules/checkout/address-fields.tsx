import type { ComponentProps } from "react";
import type { CheckoutAddress } from "#contract/checkout-address.ts";
import { Select } from "#web/ui/choice.tsx";
import { Field } from "#web/ui/field.tsx";
import { nameCountries } from "./country-name.ts";

export type AddressInputs = Omit<CheckoutAddress, "country">;

export const emptyAddress: AddressInputs = {
  name: "",
  company: "",
  street: "",
  postcode: "",
  city: "",
  region: "",
  phone: "",
};

export const missingAddress: { [Name in keyof AddressInputs]?: string } = {
  name: "Name is Required",
  street: "Street is Required",
  city: "City is Required",
};

type Props = {
  text: (label: string, name: keyof AddressInputs) => ComponentProps<typeof Field>;
  countries: readonly string[];
  country: string;
  /** Of the country, for the browser. */
  autoComplete?: string;
  onCountry: (country: string) => void;
};

export function AddressFields({ text, countries, country, autoComplete, onCountry }: Props) {
  return (
    <>
      <Field {...text("Name", "name")} maxLength={200} />
      <Field {...text("Street and number", "street")} maxLength={300} />
      <div className="grid items-start gap-5 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <Field {...text("Postcode", "postcode")} maxLength={20} />
        <Field {...text("City", "city")} maxLength={100} />
      </div>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Select
          label="Country"
          choices={nameCountries(countries)}
          value={country}
          autoComplete={autoComplete}
          onChoose={onCountry}
        />
        <Field {...text("State or region (optional)", "region")} maxLength={40} />
      </div>
      <Field {...text("Phone for the driver (optional)", "phone")} type="tel" maxLength={100} />
    </>
  );
}
