import type { FieldMessages } from "#contract/refusals.ts";
import { Field } from "#web/ui/field.tsx";

export type Tracking = { carrier: string; tracking: string; trackingUrl: string };

export const noTracking: Tracking = { carrier: "", tracking: "", trackingUrl: "" };

type Props = {
  tracking: Tracking;
  errors: FieldMessages;
  onChange: (changes: Partial<Tracking>) => void;
};

const labels: Record<keyof Tracking, string> = {
  carrier: "Carrier",
  tracking: "Tracking number",
  trackingUrl: "Tracking link",
};

export function TrackingFields({ tracking, errors, onChange }: Props) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {(Object.keys(labels) as (keyof Tracking)[]).map((name) => (
        <div key={name} className={name === "trackingUrl" ? "sm:col-span-2" : ""}>
          <Field
            label={labels[name]}
            error={errors[name]}
            maxLength={name === "trackingUrl" ? 500 : 100}
            autoComplete="off"
            spellCheck={false}
            value={tracking[name]}
            onChange={({ target }) => onChange({ [name]: target.value })}
          />
        </div>
      ))}
    </div>
  );
}
