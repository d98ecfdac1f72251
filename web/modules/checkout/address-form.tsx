import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { Checkout } from "#contract/checkout.ts";
import { CallRefused } from "#web/app/call.ts";
import { Field, FormError, SubmitButton } from "#web/ui/field.tsx";
import {
  AddressFields,
  type AddressInputs,
  emptyAddress,
  missingAddress,
} from "./address-fields.tsx";
import { editCheckout } from "./calls.ts";

type Inputs = AddressInputs & { vatId: string };
type Props = {
  checkout: Checkout;
  person: { _id: string; name: string };
  onSaved: () => void;
};

const names = {
  ...{ name: "name", company: "organization", street: "street-address", postcode: "postal-code" },
  ...{ city: "address-level2", region: "address-level1", phone: "tel" },
};

const missing: { [Name in keyof Inputs]?: string } = missingAddress;

export function AddressForm({ checkout, person, onSaved }: Props) {
  const client = useQueryClient();
  const { address, vatId, countries, home } = checkout;
  const [country, setCountry] = useState(
    address?.country ?? (countries.includes(home) ? home : (countries[0] ?? home)),
  );
  const [failure, setFailure] = useState("");
  const { register, handleSubmit, setError, formState } = useForm<Inputs>({
    defaultValues: {
      ...{ ...emptyAddress, name: person.name, ...address, vatId },
    },
  });
  const { errors, isSubmitting } = formState;
  const text = (label: string, name: keyof Inputs) => ({
    ...{
      label,
      error: errors[name]?.message,
      ...register(name, { required: missing[name] ?? false }),
    },
    ...(name !== "vatId" && { autoComplete: `shipping ${names[name]}` }),
  });

  async function save({ vatId, ...inputs }: Inputs) {
    setFailure("");
    try {
      const sent = { address: { ...inputs, country }, vatId: vatId.replace(/[\s.-]/g, "") };
      await editCheckout(client, person._id, { ...sent, vatId: sent.vatId.toUpperCase() });
      onSaved();
    } catch (error) {
      setFailure((error as Error).message);
      const fields = error instanceof CallRefused ? error.fields : {};
      for (const [at, [path, message]] of Object.entries(fields).entries()) {
        const name = path.replace(/^address\./, "") as keyof Inputs;
        setError(name, { message }, { shouldFocus: at === 0 });
      }
    }
  }

  return (
    <form noValidate aria-label="Address" className="grid gap-5" onSubmit={handleSubmit(save)}>
      <AddressFields text={text} countries={countries} country={country} onCountry={setCountry} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field {...text("Company (optional)", "company")} maxLength={200} />
        <Field {...text("VAT number (optional)", "vatId")} maxLength={20} />
      </div>
      <FormError>{failure}</FormError>
      <div>
        <SubmitButton busy={isSubmitting} buys>
          Continue to delivery
        </SubmitButton>
      </div>
    </form>
  );
}
