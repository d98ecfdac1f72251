import type { HoldSettings } from "#contract/settings.ts";
import { FormSection } from "#web/ui/form-section.tsx";
import { WholeInput } from "./settings-fields.tsx";
import type { SettingsForm } from "./use-settings-form.ts";

type Words = { label: string; hint?: string };

const fields: { [Field in keyof HoldSettings]: Words } = {
  minutes: {
    label: "Minutes for which an unpaid order keeps its stock",
    hint: "After that it can still be paid while there is enough left.",
  },
  closeDays: { label: "Days after which an unpaid order is closed" },
  ordersEach: {
    label: "Unpaid orders of one person that keep stock",
    hint: "Further ones are taken, but keep no stock before they are paid.",
  },
  piecesEach: { label: "Pieces that unpaid orders of one person keep" },
  ordersPerNetwork: { label: "Unpaid orders from one network that keep stock" },
  ordersPerWideNetwork: {
    label: "Unpaid orders from one large network (/24, or /48 of IPv6) that keep stock",
  },
  reminders: {
    label: "Reminders of an overdue order on account",
    hint: "The first on the day after it was to be paid. 0: none is sent.",
  },
  reminderDays: { label: "Days between two reminders" },
};

export function HoldFields({ form }: { form: SettingsForm<"holds"> }) {
  const { value, errors, overridden, set } = form;
  return (
    <FormSection
      title="Unpaid orders"
      hint="Nobody keeps parts from others for long without paying. What you change counts for orders from now on."
    >
      {(Object.keys(fields) as (keyof HoldSettings)[]).map((field) => {
        const variable = overridden[field];
        const { label, hint } = fields[field];
        return (
          <WholeInput
            key={field}
            label={label}
            hint={variable ? `Set by ${variable} in the environment of the shop.` : hint}
            readOnly={variable !== undefined}
            value={value[field]}
            error={errors[field]}
            onChange={(typed) => set({ [field]: typed })}
          />
        );
      })}
    </FormSection>
  );
}
