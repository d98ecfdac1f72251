import type { ReactNode } from "react";
import type { PartType } from "#contract/catalog.ts";
import { maxFurtherTypes } from "#contract/part-edits.ts";
import { MoneyField } from "#web/app/money-field.tsx";
import { Select } from "#web/ui/choice.tsx";
import { Field, TextArea } from "#web/ui/field.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import { fieldLabels, lifeNames, type PartInputs } from "./part-inputs.ts";
import { typeChoices } from "./type-choices.ts";
import type { PartForm } from "./use-part-form.ts";

type TextName = {
  [Name in keyof PartInputs]: string extends PartInputs[Name] ? Name : never;
}[keyof PartInputs];
type Props = { form: PartForm; types: PartType[]; stock: ReactNode };

const columns = "grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] items-start gap-5";

export function BasicFields({ form: { inputs, errors, set }, types, stock }: Props) {
  const text = (name: TextName) => ({
    label: fieldLabels[name],
    name,
    value: inputs[name],
    error: errors[name],
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  const money = (name: "price" | "deposit") => ({
    label: fieldLabels[name],
    name,
    value: inputs[name],
    error: errors[name],
    onChange: (typed: string) => set({ [name]: typed }),
  });
  return (
    <>
      <FormSection title="Product Information">
        <Field {...text("name")} />
        <div className={columns}>
          <Field
            {...text("number")}
            spellCheck={false}
            hint="The present number will still lead here"
          />
          <Field {...text("brand")} />
        </div>
        <div className={columns}>
          <Select
            label={fieldLabels.type}
            choices={typeChoices(types)}
            value={inputs.type}
            onChoose={(type) => set({ type })}
          />
          <Select
            label={fieldLabels.life}
            choices={lifeNames}
            value={inputs.life}
            onChoose={(life) => set({ life })}
          />
        </div>
        <div className={columns}>
          {nameRows([...inputs.furtherTypes, ""]).map(({ label, slug }, at) => (
            <Select
              key={label}
              label={label}
              choices={typeChoices(types)}
              value={slug}
              onChoose={(chosen) => {
                const all = [...inputs.furtherTypes, ""].with(at, chosen);
                set({ furtherTypes: all.filter((one) => one !== "") });
              }}
            />
          ))}
        </div>
        <TextArea {...text("description")} rows={5} />
      </FormSection>
      <FormSection title="Price and stock">
        <div className={columns}>
          <MoneyField {...money("price")} hint="In dollars, as 12.50" />
          <Field
            {...text("minimumQuantity")}
            inputMode="numeric"
            hint="An order must be more than this"
          />
          <Field {...text("packOf")} inputMode="numeric" hint="An order counts packs" />
          <Field
            {...text("lowStock")}
            inputMode="numeric"
            hint="Empty: below three of the smallest order"
          />
        </div>
        {stock}
      </FormSection>
      <FormSection
        title="Delivery and tax"
        hint="What the delivery of this product costs depends on it."
      >
        <div className={columns}>
          <Field {...text("weight")} inputMode="numeric" hint="Of one piece or pack" />
          <Field {...text("taxClass")} spellCheck={false} hint="As in the settings of the tax" />
          <MoneyField
            {...money("deposit")}
            hint="In dollars for one piece, back with the old part. Empty: none"
          />
        </div>
        <div className="flex flex-wrap gap-x-6">
          {(["bulky", "dangerous"] as const).map((name) => (
            <label key={name} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-base-content"
                checked={inputs[name]}
                onChange={({ target }) => set({ [name]: target.checked })}
              />
              {fieldLabels[name]}
            </label>
          ))}
        </div>
      </FormSection>
    </>
  );
}

const nameRows = (slugs: string[]) =>
  slugs.slice(0, maxFurtherTypes).map((slug, at) => ({
    slug,
    label: at === 0 ? fieldLabels.furtherTypes : `${fieldLabels.furtherTypes}, ${at + 1}`,
  }));
