import type { PartType } from "#contract/catalog.ts";
import { Select } from "#web/ui/choice.tsx";
import { Field, TextArea } from "#web/ui/field.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import { RowList } from "#web/ui/row-list.tsx";
import { typeChoices } from "../product/type-choices.ts";
import { emptyAttribute, type TypeAttributeInput } from "./type-inputs.ts";
import type { TypeForm } from "./use-type-form.ts";

type Props = { form: TypeForm; types: PartType[] };

const kinds = { choice: "Words", number: "Number" } as const;
const columns = "grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] items-start gap-5";

export function TypeFields({ form: { base, inputs, errors, set }, types }: Props) {
  return (
    <>
      <FormSection title="Part type">
        <div className={columns}>
          <Field
            label="Name"
            maxLength={80}
            value={inputs.name}
            error={errors.name}
            onChange={({ target }) => set({ name: target.value })}
          />
          <Field
            label="Address"
            maxLength={80}
            spellCheck={false}
            hint={`Of its page: /shop/${inputs.slug}. The present address will still lead there.`}
            value={inputs.slug}
            error={errors.slug}
            onChange={({ target }) => set({ slug: target.value })}
          />
        </div>
        <div className={columns}>
          <div className="grid gap-1.5">
            <Select
              label="Belongs to"
              choices={{ ...typeChoices(withoutBranch(types, base.slug)), "": "No other type" }}
              value={inputs.parent}
              onChoose={(parent) => set({ parent })}
            />
            {errors.parent && (
              <p role="alert" className="text-sm font-medium text-error">
                {errors.parent}
              </p>
            )}
          </div>
          <TextArea
            label="Other words for it"
            rows={4}
            hint="One a line. Searches for them find this type."
            value={inputs.synonyms}
            error={errors.synonyms}
            onChange={({ target }) => set({ synonyms: target.value })}
          />
        </div>
        <Check
          label="Sold for vehicles (not so: tools, fluids, gloves)"
          isOn={inputs.soldForVehicles}
          onChange={(soldForVehicles) => set({ soldForVehicles })}
        />
      </FormSection>
      <FormSection
        title="Attributes"
        hint="Of all products of this type and the types below it."
        error={errors.attributes}
      >
        <RowList<TypeAttributeInput>
          itemName="attribute"
          rows={inputs.attributes}
          emptyRow={emptyAttribute}
          max={60}
          onChange={(attributes) => set({ attributes })}
        >
          {(row, at, change) => (
            <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
              <Field
                label={`Attribute ${at + 1}`}
                maxLength={60}
                value={row.name}
                error={errors[`attributes.${at}.name`]}
                hint={row.parts > 0 ? usedBy(row.parts) : undefined}
                onChange={({ target }) => change({ name: target.value })}
              />
              <Field
                label={`Unit ${at + 1}`}
                maxLength={20}
                value={row.unit}
                error={errors[`attributes.${at}.unit`]}
                onChange={({ target }) => change({ unit: target.value })}
              />
              <Select
                label={`Kind ${at + 1}`}
                choices={kinds}
                value={row.kind}
                onChoose={(kind) => change({ kind })}
              />
              <Check
                label={`Customers filter by it ${at + 1}`}
                isOn={row.facet}
                onChange={(facet) => change({ facet })}
              />
            </div>
          )}
        </RowList>
      </FormSection>
    </>
  );
}

const usedBy = (parts: number) =>
  parts === 1
    ? "1 product has a value of it (deleted ones count), so it stays."
    : `${parts} products have a value of it (deleted ones count), so it stays.`;

type CheckProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void };

function Check({ label, isOn, onChange }: CheckProps) {
  return (
    <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        className="size-5 accent-base-content"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  );
}

/** A type cannot belong to itself or to one below it. */
function withoutBranch(types: PartType[], slug: string): PartType[] {
  const branch = new Set([slug]);
  // The API lists parents before their children.
  for (const type of types) if (type.parent && branch.has(type.parent)) branch.add(type.slug);
  return types.filter((type) => !branch.has(type.slug));
}
