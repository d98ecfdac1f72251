import { useState } from "react";
import type { VehicleChange } from "#contract/vehicle-edits.ts";
import { Field, SubmitButton } from "#web/ui/field.tsx";
import { useVehicleChange } from "./edit-calls.ts";

type Props = {
  name: string;
  toChange: (name: string) => VehicleChange;
  onSaved: (at: { make: string; model: string }) => void;
};

export function RenameForm({ name, toChange, onSaved }: Props) {
  const [given, setGiven] = useState(name);
  const { save, errors, failure, isBusy } = useVehicleChange(onSaved);
  return (
    <form
      noValidate
      className="grid max-w-md gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save(toChange(given));
      }}
    >
      <Field
        label="New name"
        hint="Earlier addresses lead to the new one."
        autoComplete="off"
        maxLength={80}
        value={given}
        error={errors.name ?? failure}
        onChange={({ target }) => setGiven(target.value)}
      />
      <div>
        <SubmitButton busy={isBusy}>Rename</SubmitButton>
      </div>
    </form>
  );
}
