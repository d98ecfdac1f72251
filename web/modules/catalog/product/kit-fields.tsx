import { Field } from "#web/ui/field.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import { RowList } from "#web/ui/row-list.tsx";
import { type ComponentInput, fieldLabels } from "./part-inputs.ts";
import type { PartForm } from "./use-part-form.ts";

const empty = { part: "", quantity: "1", soldAlone: true };

export function KitFields({ form: { base, inputs, errors, set } }: { form: PartForm }) {
  return (
    <FormSection
      title="Kit"
      hint="What is in it, if this product is a kit of others."
      error={errors.components ?? errors.fromShelf}
    >
      <RowList<ComponentInput>
        itemName="component"
        rows={inputs.components}
        emptyRow={empty}
        max={40}
        onChange={(components) => set({ components })}
      >
        {(row, at, change) => (
          <div className="grid items-start gap-3 sm:grid-cols-3">
            {(["part", "quantity"] as const).map((name) => (
              <Field
                key={name}
                label={`${name === "part" ? "Part number" : "Quantity"} ${at + 1}`}
                value={row[name]}
                autoComplete="off"
                spellCheck={false}
                inputMode={name === "part" ? "text" : "numeric"}
                error={errors[`components.${at}.${name}`]}
                hint={
                  name === "part"
                    ? base.components.find(({ number }) => number === row.part)?.name
                    : undefined
                }
                onChange={({ target }) => change({ [name]: target.value })}
              />
            ))}
            <Check
              label="Sold alone as well"
              checked={row.soldAlone}
              onChange={(soldAlone) => change({ soldAlone })}
            />
          </div>
        )}
      </RowList>
      {(inputs.components.length > 0 || inputs.fromShelf) && (
        <div>
          <Check
            label={fieldLabels.fromShelf}
            checked={inputs.fromShelf}
            onChange={(fromShelf) => set({ fromShelf })}
          />
          <p className="text-sm text-base-content/75">
            {inputs.fromShelf
              ? "It has no stock of its own: there are as many as its components suffice for."
              : "It is packed beforehand and has stock of its own."}
          </p>
        </div>
      )}
    </FormSection>
  );
}

type CheckProps = { label: string; checked: boolean; onChange: (checked: boolean) => void };

function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm sm:mt-6.5">
      <input
        type="checkbox"
        className="size-4 accent-base-content"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  );
}
