import { Field } from "#web/ui/field.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import { RowList } from "#web/ui/row-list.tsx";
import type { SuccessorInput } from "./part-inputs.ts";
import type { PartForm } from "./use-part-form.ts";

const empty: Omit<SuccessorInput, "key"> = {
  part: "",
  choice: "1",
  quantity: "1",
  bothWays: false,
  merges: false,
  terms: [],
  since: "",
  reason: "",
};

type TextName = "part" | "choice" | "quantity" | "since" | "reason";

export function SuccessorFields({ form: { base, inputs, errors, set } }: { form: PartForm }) {
  return (
    <FormSection
      title="Replaced by"
      hint="Parts of one choice are needed together; other choices are alternatives."
      error={errors.replacedBy}
    >
      <RowList<SuccessorInput>
        itemName="successor"
        rows={inputs.replacedBy}
        emptyRow={empty}
        max={20}
        onChange={(replacedBy) => set({ replacedBy })}
      >
        {(row, at, change) => {
          const text = (name: TextName, label: string) => ({
            ...{ label: `${label} ${at + 1}`, value: row[name], autoComplete: "off" },
            error: errors[`replacedBy.${at}.${name}`],
            onChange: ({ target }: { target: { value: string } }) =>
              change({ [name]: target.value }),
          });
          return (
            <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
              <Field
                {...text("part", "Part number")}
                spellCheck={false}
                hint={base.replacedBy.find(({ number }) => number === row.part)?.name}
              />
              <Field {...text("quantity", "Quantity")} inputMode="numeric" />
              <Field {...text("choice", "Choice")} inputMode="numeric" />
              <Field {...text("since", "Since")} type="date" />
              <div className="sm:col-span-2 lg:col-span-3">
                <Field {...text("reason", "Reason")} maxLength={200} />
              </div>
              <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm lg:mt-6.5">
                <input
                  type="checkbox"
                  className="size-4 accent-base-content"
                  checked={row.bothWays}
                  onChange={({ target }) => change({ bothWays: target.checked })}
                />
                Works both ways
              </label>
            </div>
          );
        }}
      </RowList>
    </FormSection>
  );
}
