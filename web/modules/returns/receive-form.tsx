import { useState } from "react";
import type { Return } from "#contract/returns.ts";
import { Field, FormError } from "#web/ui/field.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import { takeReturnStep } from "./calls.ts";
import { toPieces } from "./read-numbers.ts";
import { useStep } from "./use-step.ts";

export function ReceiveForm({ shown }: { shown: Return }) {
  const { _id, version, lines } = shown;
  const { errors, failure, isBusy, take } = useStep(shown);
  const [pieces, setPieces] = useState(() => lines.map(({ quantity }) => `${quantity}`));
  const send = () =>
    takeReturnStep(_id, {
      step: "receive",
      version,
      lines: lines.map(({ line }, at) => ({ line, pieces: toPieces(pieces[at]) })),
    });
  return (
    <FormSection title="Goods received" hint="How many pieces came. The customer gets a letter.">
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {lines.map(({ line, name }, at) => (
          <Field
            key={line}
            label={`Received of ${name}`}
            inputMode="numeric"
            autoComplete="off"
            value={pieces[at] ?? ""}
            error={errors[`lines.${at}.pieces`]}
            onChange={({ target }) =>
              setPieces((all) => all.map((each, place) => (place === at ? target.value : each)))
            }
          />
        ))}
      </div>
      <FormError>{failure}</FormError>
      <p>
        <button
          type="button"
          className="btn btn-secondary"
          aria-busy={isBusy}
          onClick={() => take("The goods are booked as received", send)}
        >
          Book as received
        </button>
      </p>
    </FormSection>
  );
}
