import { useState } from "react";
import type { ChangeOf } from "#contract/vehicle-edits.ts";
import { Field, FormError, SubmitButton, TextArea } from "#web/ui/field.tsx";
import { useVehicleChange } from "./edit-calls.ts";

type Props = {
  make: string;
  model: string;
  year?: string;
  stored?: Pick<ChangeOf<"car">, "built" | "combinations">;
  onSaved: (make: string, model: string) => void;
};

export function CarForm({ make, model, year = "", stored, onSaved }: Props) {
  const [given, setGiven] = useState({
    make,
    model,
    year,
    from: stored?.built?.from ?? "",
    to: stored?.built?.to ?? "",
    combinations: stored?.combinations.join("\n") ?? "",
  });
  const { save, errors, failure, isBusy } = useVehicleChange((at) => onSaved(at.make, at.model));
  const field = (name: Exclude<keyof typeof given, "combinations">, label: string) => ({
    label,
    value: given[name],
    autoComplete: "off",
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setGiven({ ...given, [name]: target.value }),
  });
  const known = Object.keys(given);
  const other = Object.keys(errors).some((name) => known.includes(name) || name === "built");
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save(toChange(given));
      }}
    >
      {!stored && (
        <div className="grid gap-4 sm:grid-cols-3">
          <Field {...field("make", "Make")} maxLength={80} />
          <Field {...field("model", "Model")} maxLength={80} />
          <Field {...field("year", "Model year")} inputMode="numeric" maxLength={4} />
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          {...field("from", "Built from")}
          type="date"
          error={errors.built ?? errors["built.from"]}
        />
        <Field {...field("to", "Built to")} type="date" error={errors["built.to"]} />
      </div>
      <TextArea
        label="Built together, one combination in a line"
        hint="Such as engine=2.0; drive=All. Without a line nothing is known of it."
        rows={6}
        spellCheck={false}
        value={given.combinations}
        error={errors.combinations}
        onChange={({ target }) => setGiven({ ...given, combinations: target.value })}
      />
      <FormError>{other ? undefined : failure}</FormError>
      <div>
        <SubmitButton busy={isBusy}>{stored ? "Save" : "Add it"}</SubmitButton>
      </div>
    </form>
  );
}

type Given = Record<"make" | "model" | "year" | "from" | "to" | "combinations", string>;

function toChange({ make, model, year, from, to, combinations }: Given): ChangeOf<"car"> {
  return {
    what: "car",
    make,
    model,
    year: Number(year),
    built: from === "" && to === "" ? null : { from, to },
    combinations: combinations.split("\n").filter((line) => line.trim() !== ""),
  };
}
