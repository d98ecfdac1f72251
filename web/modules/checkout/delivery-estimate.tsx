import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { checkoutCalls, type Quote } from "#contract/checkout.ts";
import { allCountries } from "#contract/rules/delivery-countries.ts";
import { call } from "#web/app/call.ts";
import { formatDollars } from "#web/app/format.tsx";
import { Select } from "#web/ui/choice.tsx";
import { Field, FormError } from "#web/ui/field.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";
import { nameCountries } from "./country-name.ts";
import { describePromise } from "./promised-days.ts";

type Place = { country: string; postcode: string };

type Props = {
  of: string;
  lines?: { part: string; quantity: number }[];
};

export function DeliveryEstimate({ of, lines }: Props) {
  const [country, setCountry] = useState(guessCountry);
  const [postcode, setPostcode] = useState("");
  const [place, setPlace] = useState<Place>();
  const { data: quote, error } = useQuery({
    queryKey: ["estimate", place, of],
    queryFn: ({ signal }) =>
      call(
        checkoutCalls.estimate,
        { body: { ...(place ?? { country, postcode }), ...(lines && { lines }) } },
        signal,
      ),
    enabled: place !== undefined,
    placeholderData: (previous) => previous,
    gcTime: 0,
  });

  function show(event: FormEvent) {
    event.preventDefault();
    setPlace({ country, postcode });
  }

  return (
    <form
      aria-label="Delivery"
      className="grid gap-3 border-t border-base-300 pt-4"
      onSubmit={show}
    >
      <p className="font-semibold">What does delivery cost?</p>
      <Select
        label="Country"
        choices={nameCountries(allCountries)}
        value={country}
        onChoose={setCountry}
      />
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-28 grow">
          <Field
            label="Postcode"
            value={postcode}
            maxLength={20}
            autoComplete="postal-code"
            onChange={({ target }) => setPostcode(target.value)}
          />
        </div>
        <button type="submit" className="btn btn-outline">
          Show
        </button>
      </div>
      <div role="status" className="grid gap-3 empty:hidden">
        {place && !quote && !error && <InlineLoading />}
        <FormError>{error?.message}</FormError>
        {place && quote && <Offers quote={quote} />}
      </div>
    </form>
  );
}

function Offers({ quote }: { quote: Quote }) {
  const { methods, method, total, taxMode, taxes, problem } = quote;
  const tax = taxes.reduce((sum, each) => sum + each.tax, 0);
  return (
    <>
      {problem && <p className="border-s-4 border-warning ps-3">{problem}</p>}
      <ul className="grid gap-2">
        {methods.map((each) => (
          <li key={each.id} className="flex justify-between gap-4">
            <span className="min-w-0 text-sm">
              <span className="block font-semibold wrap-anywhere">{each.name}</span>
              {each.problem ?? describePromise(each, Date.now())}
            </span>
            <span className="font-semibold whitespace-nowrap">{formatPrice(each.price)}</span>
          </li>
        ))}
      </ul>
      {method !== null && (
        <p className="flex items-baseline justify-between gap-4 border-t border-base-300 pt-2">
          <span>
            Total with {methods.find(({ id }) => id === method)?.name}
            {tax > 0 && (
              <span className="block text-sm text-base-content/75">
                {taxMode === "added" ? "With" : "Includes"} ${formatDollars(tax)} tax
              </span>
            )}
          </span>
          <span className="font-display text-2xl font-extrabold">${formatDollars(total)}</span>
        </p>
      )}
    </>
  );
}

function formatPrice(price: number | null): string {
  if (price === null) return "–";
  return price === 0 ? "free" : `$${formatDollars(price)}`;
}

/** "en-GB": probably in the United Kingdom. */
function guessCountry(): string {
  // Where people are, not how figures are written.
  const { region } = new Intl.Locale(navigator.language).maximize();
  return region && allCountries.includes(region) ? region : "US";
}
