import { useState } from "react";
import type { Return, ReturnLine } from "#contract/returns.ts";
import { type Condition, conditions, type Resolution } from "#contract/rules/returns.ts";
import { MoneyField } from "#web/app/money-field.tsx";
import { Select } from "#web/ui/choice.tsx";
import { Field, FormError } from "#web/ui/field.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import { takeReturnStep } from "./calls.ts";
import { readDollars, toPieces } from "./read-numbers.ts";
import { outcomesOf } from "./return-words.ts";
import { useStep } from "./use-step.ts";

type Entry = {
  condition: Condition;
  resolution: Resolution;
  restock: string;
  scrap: string;
  deduct: string;
};

const begin = ({ received, reason, wants }: ReturnLine): Entry => {
  const isBroken = reason === "damaged" || reason === "defective" || reason === "core";
  return {
    condition: isBroken ? "damaged" : "new",
    resolution: wants ?? "refund",
    deduct: "",
    restock: `${isBroken ? 0 : received}`,
    scrap: `${isBroken ? received : 0}`,
  };
};

export function InspectForm({ shown }: { shown: Return }) {
  const { _id, version } = shown;
  const lines = shown.lines.filter(({ received }) => received > 0);
  const { errors, failure, isBusy, take } = useStep(shown);
  const [entries, setEntries] = useState(() => lines.map(begin));
  const change = (at: number, changes: Partial<Entry>) =>
    setEntries((all) => all.map((each, place) => (place === at ? { ...each, ...changes } : each)));
  const send = () =>
    takeReturnStep(_id, {
      step: "inspect",
      version,
      lines: lines.flatMap(({ line }, at) => toLine(line, entries[at])),
    });
  return (
    <FormSection
      title="Inspection"
      hint="What goes back to the shelf can be ordered again at once; what is written off cannot."
    >
      {lines.map((line, at) => (
        <LineFields
          key={line.line}
          line={line}
          entry={entries[at] ?? begin(line)}
          errors={(name) => errors[`lines.${at}.${name}`]}
          onChange={(changes) => change(at, changes)}
        />
      ))}
      <FormError>{failure}</FormError>
      <p>
        <button
          type="button"
          className="btn btn-secondary"
          aria-busy={isBusy}
          onClick={() => take("The inspection is stored", send)}
        >
          Store the inspection
        </button>
      </p>
    </FormSection>
  );
}

export function toLine(line: string, entry: Entry | undefined) {
  if (!entry) return [];
  const { condition, resolution, restock, scrap, deduct } = entry;
  const kept = resolution !== "refuse";
  return [
    {
      line,
      condition,
      resolution,
      restock: kept ? toPieces(restock) : 0,
      scrap: kept ? toPieces(scrap) : 0,
      // What was typed before another outcome was chosen stays in the hidden field.
      ...(resolution === "refund" && deduct.trim() !== "" && { deduct: readDollars(deduct) }),
    },
  ];
}

type LineProps = {
  line: ReturnLine;
  entry: Entry;
  errors: (name: string) => string | undefined;
  onChange: (changes: Partial<Entry>) => void;
};

function LineFields({ line: { name, received, reason }, entry, errors, onChange }: LineProps) {
  const { condition, resolution, restock, scrap, deduct } = entry;
  const pieces = (label: string, field: "restock" | "scrap", value: string) => (
    <Field
      label={`${label} of ${name}`}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      error={errors(field)}
      onChange={({ target }) => onChange({ [field]: target.value })}
    />
  );
  return (
    <fieldset className="grid gap-4 border border-base-300 p-4">
      <legend className="px-1 font-semibold wrap-anywhere">
        {received} × {name}
      </legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select
          label={`Condition of ${name}`}
          choices={conditions}
          value={condition}
          onChoose={(chosen) => onChange({ condition: chosen })}
        />
        <Select
          label={`Outcome of ${name}`}
          choices={outcomesOf(reason)}
          value={resolution}
          onChoose={(chosen) => onChange({ resolution: chosen })}
        />
      </div>
      {resolution !== "refuse" && (
        <div className="grid items-start gap-4 sm:grid-cols-3">
          {reason !== "core" && pieces("Back to the shelf", "restock", restock)}
          {pieces("Written off", "scrap", scrap)}
          {resolution === "refund" && (
            <MoneyField
              label={`Kept for loss of value ($) of ${name}`}
              value={deduct}
              error={errors("deduct")}
              onChange={(text) => onChange({ deduct: text })}
            />
          )}
        </div>
      )}
    </fieldset>
  );
}
