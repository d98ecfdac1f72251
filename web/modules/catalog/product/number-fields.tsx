import { numberKindNames } from "#web/app/part-words.ts";
import { Select } from "#web/ui/choice.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import { RowList } from "#web/ui/row-list.tsx";
import { emptyNumber, type NumberInput } from "./part-inputs.ts";
import type { PartForm } from "./use-part-form.ts";

export function NumberFields({ form: { inputs, errors, set } }: { form: PartForm }) {
  return (
    <FormSection
      title="Numbers of others"
      hint="Customers find the part by any of them. Pieces: how many of ours replace one of theirs."
      error={errors.numbers}
    >
      <RowList<NumberInput>
        itemName="number"
        rows={inputs.numbers}
        emptyRow={emptyNumber}
        max={200}
        onChange={(numbers) => set({ numbers })}
      >
        {(row, at, change) => {
          const text = (name: "brand" | "written" | "pieces" | "note", label: string) => ({
            label: `${label} ${at + 1}`,
            value: row[name],
            autoComplete: "off",
            error: errors[`numbers.${at}.${name}`],
            onChange: ({ target }: { target: { value: string } }) =>
              change({ [name]: target.value }),
          });
          const hasBrand = row.kind === "oe" || row.kind === "competitor";
          return (
            <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3">
              <Select
                label={`Kind ${at + 1}`}
                choices={numberKindNames}
                value={row.kind}
                onChoose={(kind) =>
                  change(kind === "oe" || kind === "competitor" ? { kind } : { kind, brand: "" })
                }
              />
              {hasBrand && (
                <Field
                  {...text("brand", "Brand")}
                  error={errors[`numbers.${at}.brand`] ?? errors[`numbers.${at}`]}
                />
              )}
              <Field
                {...text("written", "Number")}
                spellCheck={false}
                error={
                  errors[`numbers.${at}.written`] ??
                  (hasBrand ? undefined : errors[`numbers.${at}`])
                }
              />
              <Field {...text("pieces", "Pieces")} inputMode="decimal" />
              <Field {...text("note", "Note")} maxLength={200} />
            </div>
          );
        }}
      </RowList>
    </FormSection>
  );
}
