import { type FormEvent, useState } from "react";
import type { ImportFinding } from "#contract/imports.ts";
import { type CodeMeaning, vehicleEditCalls } from "#contract/vehicle-edits.ts";
import { call } from "#web/app/call.ts";
import { Field, FormError, SubmitButton } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useAction } from "#web/ui/use-action.ts";

type Asked = NonNullable<ImportFinding["asks"]>;
type Name = Exclude<keyof CodeMeaning, "source" | "code">;

/** What a code of each source is here; all others are conditions. */
const namesOf: Record<string, Name[]> = {
  BaseVehicle: ["make", "model", "year"],
  Model: ["make", "model"],
  Position: ["position"],
  PartType: ["type"],
};
const labels: Record<Name, string> = {
  make: "Make",
  model: "Model",
  year: "Model year",
  position: "Position",
  type: "Part type",
  conditions: "Conditions",
};
const conditionHint =
  "Such as engine=2.0 or built=..2014-10-31. Leave it empty if no car is left out.";

type Props = { asks: Asked; onClose: () => void };

export function NameCode({ asks: { source, code, proposal }, onClose }: Props) {
  const names = namesOf[source] ?? ["conditions"];
  const [given, setGiven] = useState<Record<Name, string>>({
    make: "",
    model: "",
    year: "",
    position: "",
    type: "",
    conditions: proposal,
  });
  const { run, isBusy, failure } = useAction();

  function save(event: FormEvent) {
    event.preventDefault();
    void run(async () => {
      await call(vehicleEditCalls.nameCode, { body: { source, code, ...given } });
      showToast("Remembered. “Look again” checks the file with it.");
      onClose();
    });
  }

  return (
    <form noValidate className="mt-2 grid max-w-sm gap-3" onSubmit={save}>
      {names.map((name, at) => (
        <Field
          key={name}
          label={labels[name]}
          autoComplete="off"
          autoFocus={at === 0}
          value={given[name]}
          {...(name === "conditions" && { hint: conditionHint })}
          onChange={({ target }) => setGiven({ ...given, [name]: target.value })}
        />
      ))}
      <FormError>{failure}</FormError>
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={isBusy}>Remember it</SubmitButton>
        <button type="button" className="btn btn-outline" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}
