import type { TaxRate } from "#contract/tax-settings.ts";
import { CheckBox } from "#web/ui/choice.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import { InRow } from "#web/ui/in-row.tsx";
import { RowList } from "#web/ui/row-list.tsx";
import { addKeys, dropKeys } from "./keyed-rows.ts";
import { PercentInput, TextInput, WordsInput } from "./settings-fields.tsx";
import { TaxInFile } from "./tax-in-file.tsx";
import type { SettingsForm } from "./use-settings-form.ts";

type Class = SettingsForm<"tax">["value"]["classes"][number];
type Rate = SettingsForm<"tax">["value"]["rates"][number];

const emptyRate: Omit<Rate, "key"> = {
  country: "",
  region: "",
  class: "standard",
  rateBp: 0,
  contained: true,
  from: null,
  until: null,
  name: "VAT",
};

export function TaxFields({ form: { value, errors, set } }: { form: SettingsForm<"tax"> }) {
  return (
    <>
      <FormSection title="Tax classes" hint="What is taxed alike." error={errors.classes}>
        <RowList<Class>
          itemName="tax class"
          rows={value.classes}
          emptyRow={{ id: "", name: "" }}
          max={20}
          onChange={(classes) => set({ classes })}
        >
          {(row, at, change) => (
            <div className="grid items-start gap-3 sm:grid-cols-2">
              <TextInput
                label={`Tax class ${at + 1}`}
                value={row.name}
                error={errors[`classes.${at}.name`]}
                onChange={(name) => change({ name })}
              />
              <TextInput
                label={<InRow row={`of tax class ${at + 1}`}>Short name</InRow>}
                value={row.id}
                error={errors[`classes.${at}.id`]}
                onChange={(id) => change({ id })}
              />
            </div>
          )}
        </RowList>
      </FormSection>
      <FormSection
        title="Rates"
        hint="By the place where the parts go to, and by day. A rate of a region beats that of its country."
        error={errors.rates}
      >
        <RowList<Rate>
          itemName="rate"
          rows={value.rates}
          emptyRow={emptyRate}
          max={1_000}
          onChange={(rates) => set({ rates })}
        >
          {(rate, at, change) => (
            <RateRow
              rate={rate}
              errorOf={(name) => errors[`rates.${at}.${name}`]}
              at={at + 1}
              change={change}
            />
          )}
        </RowList>
        <TaxInFile
          rates={dropKeys<TaxRate[]>(value.rates)}
          onRead={(rates) => set({ rates: addKeys(rates) })}
        />
      </FormSection>
      <FormSection
        title="Reverse charge"
        hint="Companies in these countries owe the tax themselves, once their VAT number is confirmed."
      >
        <WordsInput
          label="Countries (two letters each)"
          value={value.reverseChargeIn}
          error={errors.reverseChargeIn ?? errors["reverseChargeIn.0"]}
          onChange={(reverseChargeIn) => set({ reverseChargeIn })}
        />
      </FormSection>
    </>
  );
}

type RowProps = {
  rate: Rate;
  at: number;
  errorOf: (field: string) => string | undefined;
  change: (values: Partial<Rate>) => void;
};

function RateRow({ rate, at, errorOf, change }: RowProps) {
  const text = (name: "country" | "region" | "class" | "name", label: string) => (
    <TextInput
      label={<InRow row={at}>{label}</InRow>}
      value={rate[name]}
      error={errorOf(name)}
      onChange={(text) => change({ [name]: text })}
    />
  );
  const day = (name: "from" | "until", label: string) => (
    <TextInput
      label={<InRow row={at}>{label}</InRow>}
      type="date"
      value={rate[name] ?? ""}
      error={errorOf(name)}
      onChange={(text) => change({ [name]: text || null })}
    />
  );
  return (
    <div className="grid gap-2">
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {text("country", "Country")}
        {text("region", "Region")}
        {text("class", "Class")}
        {text("name", "Name")}
        <PercentInput
          label={<InRow row={at}>Percent</InRow>}
          value={rate.rateBp}
          error={errorOf("rateBp")}
          onChange={(rateBp) => change({ rateBp: rateBp as number })}
        />
        {day("from", "First day")}
        {day("until", "Last day")}
      </div>
      <CheckBox
        label="Contained in the prices"
        checked={rate.contained}
        onChange={(contained) => change({ contained })}
      />
      {errorOf("contained") && (
        <p className="text-sm font-medium text-error">{errorOf("contained")}</p>
      )}
    </div>
  );
}
