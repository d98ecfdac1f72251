import { FormSection } from "#web/ui/form-section.tsx";
import { RowList } from "#web/ui/row-list.tsx";
import { TextInput } from "./settings-fields.tsx";
import type { SettingsForm } from "./use-settings-form.ts";

type Holiday = SettingsForm<"delivery">["value"]["holidays"][number];

export function HolidayFields({ form }: { form: SettingsForm<"delivery"> }) {
  const { value, errors, set } = form;
  return (
    <FormSection
      title="Holidays"
      hint="On which the works prepare nothing (calendar works), or nothing is delivered in a country (its two letters)."
      error={errors.holidays}
    >
      <RowList<Holiday>
        itemName="holiday"
        rows={value.holidays}
        emptyRow={{ calendar: "works", day: "", name: "" }}
        max={500}
        onChange={(holidays) => set({ holidays })}
      >
        {(holiday, at, change) => {
          const text = (name: "calendar" | "day" | "name", label: string, type = "text") => (
            <TextInput
              label={`${label} ${at + 1}`}
              type={type}
              value={holiday[name]}
              error={errors[`holidays.${at}.${name}`]}
              onChange={(text) => change({ [name]: text })}
            />
          );
          return (
            <div className="grid items-start gap-3 sm:grid-cols-3">
              {text("day", "Day", "date")}
              {text("name", "Holiday")}
              {text("calendar", "Calendar")}
            </div>
          );
        }}
      </RowList>
    </FormSection>
  );
}
