import { returnReasonNames, returnReasons } from "#contract/rules/returns.ts";
import { CheckBox } from "#web/ui/choice.tsx";
import { Field, TextArea } from "#web/ui/field.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import type { SettingsForm } from "./use-settings-form.ts";

export function ReturnFields({ form }: { form: SettingsForm<"returns"> }) {
  const { value, errors, set } = form;
  const { freeReasons } = value;
  return (
    <FormSection
      title="Returns"
      hint="Customers ask for a return on the page of their order; you decide on each of them under Returns."
    >
      <TextArea
        label="Address for returns"
        hint="Stands in the letter that approves a return."
        value={value.address}
        error={errors.address}
        maxLength={1_000}
        onChange={({ target }) => set({ address: target.value })}
      />
      <Field
        label="Days for old parts"
        hint="From the day the parts were sent. Then a core deposit that is open is kept."
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={`${value.coreDays}`}
        error={errors.coreDays}
        onChange={({ target }) => set({ coreDays: Number(target.value.replace(/\D/g, "")) })}
      />
      <Field
        label="Days for withdrawals"
        hint="From the day after the goods arrived, at least 14. Later ones wait for you."
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        value={`${value.withdrawalDays}`}
        error={errors.withdrawalDays}
        onChange={({ target }) => set({ withdrawalDays: Number(target.value.replace(/\D/g, "")) })}
      />
      <fieldset>
        <legend className="text-sm font-semibold">We pay for the way back if</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {returnReasonNames.map((reason) => (
            <CheckBox
              key={reason}
              label={returnReasons[reason]}
              checked={freeReasons.includes(reason)}
              onChange={(checked) =>
                set({
                  freeReasons: returnReasonNames.filter((each) =>
                    each === reason ? checked : freeReasons.includes(each),
                  ),
                })
              }
            />
          ))}
        </div>
      </fieldset>
    </FormSection>
  );
}
