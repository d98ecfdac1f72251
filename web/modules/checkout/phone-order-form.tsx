import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { email as emailRule } from "#contract/fields.ts";
import type { Order } from "#contract/orders.ts";
import { CallRefused, createKey } from "#web/app/call.ts";
import { formatDollars } from "#web/app/format.tsx";
import { useDebounced } from "#web/app/use-debounced.ts";
import { Field, FormError, SubmitButton, TextArea } from "#web/ui/field.tsx";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import {
  AddressFields,
  type AddressInputs,
  emptyAddress,
  missingAddress,
} from "./address-fields.tsx";
import { DeliveryMethod } from "./delivery-method.tsx";
import { phoneQuote, placePhoneOrder } from "./phone-calls.ts";
import { type PhoneLine, PhoneLines } from "./phone-lines.tsx";
import { QuoteSummary } from "./quote-summary.tsx";

type Inputs = AddressInputs & { email: string; reference: string; note: string };

export function PhoneOrderForm({ onPlaced }: { onPlaced: (order: Order) => void }) {
  const [lines, setLines] = useState<PhoneLine[]>([]);
  const [chosen, setCountry] = useState<string | null>(null);
  const [method, setMethod] = useState<string | null>(null);
  const [failure, setFailure] = useState("");
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map());
  const key = useRef(createKey());
  const form = useForm<Inputs>({
    defaultValues: { ...emptyAddress, email: "", reference: "", note: "" },
  });
  const { register, handleSubmit, setError, setValue, watch } = form;
  const { errors, isSubmitting } = form.formState;
  const [typed, region, postcode] = watch(["email", "region", "postcode"]);
  const asked = {
    email: emailRule.safeParse(typed).success ? typed.trim() : null,
    lines: lines.map(({ part, quantity }) => ({ part, quantity })),
    country: chosen,
    region,
    postcode,
    method,
  };
  const settled = useDebounced(JSON.stringify(asked));
  const { data, error, refetch, isPlaceholderData } = useQuery(
    phoneQuote(JSON.parse(settled) as typeof asked),
  );
  // A failed query has no placeholder data, and the form must stay.
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  const shown = data ?? last;
  if (!shown) {
    return error ? (
      <LoadFailed title="The form could not be fetched" error={error} retry={refetch} />
    ) : (
      <InlineLoading />
    );
  }
  const { quote, customer, countries } = shown;
  const country = chosen ?? shown.country;
  const isCurrent = data !== undefined && !isPlaceholderData && settled === JSON.stringify(asked);
  const text = (label: string, name: keyof Inputs) => ({
    label,
    error: errors[name]?.message,
    autoComplete: "off",
    ...register(name, { required: missing[name] ?? false }),
  });

  async function place({ email, reference, note, ...address }: Inputs) {
    setFailure("");
    setProblems(new Map());
    if (lines.length === 0) return setFailure("Please add a part.");
    if (!isCurrent) return setFailure("The total is not known yet. Please try again.");
    try {
      const sent = { ...asked, email: email.trim(), method: quote.method, reference, note };
      const { country: _, region: __, postcode: ___, ...body } = sent;
      const order = { ...body, address: { ...address, country }, expectedTotal: quote.total };
      onPlaced(await placePhoneOrder({ key: key.current, ...order }));
    } catch (refused) {
      setFailure((refused as Error).message);
      if (!(refused instanceof CallRefused)) return;
      if (refused.status < 500) key.current = createKey();
      showProblems(refused.fields);
      void refetch();
    }
  }

  function showProblems(fields: CallRefused["fields"]) {
    const ofLines = new Map<number, string>();
    for (const [path, message] of Object.entries(fields)) {
      const line = /^lines\.(\d+)\./.exec(path)?.[1];
      const name = path.replace(/^address\./, "");
      if (line !== undefined) ofLines.set(Number(line), message);
      else if (name in missing || name in emptyAddress) setError(name as keyof Inputs, { message });
    }
    setProblems(ofLines);
  }

  const known = customer?.address;
  return (
    <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid gap-8">
        <PhoneLines
          lines={lines}
          problems={problems}
          onChange={(next) => {
            setLines(next);
            setProblems(new Map());
          }}
        />
        <form
          noValidate
          aria-label="Order for a customer"
          className="grid gap-5"
          onSubmit={handleSubmit(place)}
        >
          <h3 className="text-lg font-bold">Customer</h3>
          <Field {...text("Email", "email")} type="email" maxLength={254} />
          <div role="status" className="grid justify-items-start gap-2">
            {asked.email && isCurrent && (
              <p>
                {customer
                  ? `${customer.name} has an account with this e-mail.`
                  : "This e-mail has no account yet. It gets one with this order."}
              </p>
            )}
            {customer && known && (
              <button
                type="button"
                className="btn btn-outline"
                onClick={() => {
                  const { country: to, ...rest } = known;
                  for (const [name, value] of Object.entries(rest)) {
                    setValue(name as keyof AddressInputs, value);
                  }
                  setCountry(to);
                }}
              >
                Take the last address
              </button>
            )}
          </div>
          <AddressFields
            text={text}
            countries={countries}
            country={country}
            onCountry={setCountry}
          />
          <Field {...text("Company (optional)", "company")} maxLength={200} />
          <fieldset className="grid">
            <legend className="mb-1.5 text-lg font-bold">Delivery</legend>
            {quote.methods.map((each) => (
              <DeliveryMethod
                key={each.id}
                method={each}
                isChosen={each.id === quote.method}
                onChoose={() => setMethod(each.id)}
              />
            ))}
          </fieldset>
          {lines.length > 0 && quote.problem && (
            <p className="border-s-4 border-warning ps-3">{quote.problem}</p>
          )}
          <Field {...text("Reference of the customer (optional)", "reference")} maxLength={60} />
          <TextArea
            label="Note (optional)"
            hint="The customer does not see it"
            maxLength={1_000}
            {...register("note")}
          />
          {error && (
            <div role="alert" className="grid justify-items-start gap-2">
              <p className="font-medium text-error">{error.message}</p>
              <button type="button" className="btn btn-outline" onClick={() => refetch()}>
                Work out the total again
              </button>
            </div>
          )}
          <FormError>{failure}</FormError>
          <div>
            <SubmitButton busy={isSubmitting}>
              {lines.length > 0 && !quote.problem
                ? `Place the order · $${formatDollars(quote.total)}`
                : "Place the order"}
            </SubmitButton>
          </div>
        </form>
      </div>
      {lines.length > 0 && <QuoteSummary ordered={quote} placed={quote} title="The order" />}
    </div>
  );
}

const missing: { [Name in keyof Inputs]?: string } = {
  ...missingAddress,
  email: "Email is Required",
};
