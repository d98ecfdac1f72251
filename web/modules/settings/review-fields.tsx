import { CheckBox } from "#web/ui/choice.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import type { SettingsForm } from "./use-settings-form.ts";

export function ReviewFields({ form: { value, set } }: { form: SettingsForm<"reviews"> }) {
  return (
    <FormSection
      title="Reviews"
      hint="Unless you look first, a review appears as soon as it is written, and you can hide it afterwards."
    >
      <CheckBox
        label="Look at each review before it appears"
        checked={value.lookFirst}
        onChange={(lookFirst) => set({ lookFirst })}
      />
    </FormSection>
  );
}
