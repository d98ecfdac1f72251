import { useQuery } from "@tanstack/react-query";
import { describeTerm } from "#contract/rules/fit-words.ts";
import { ConditionFields } from "#web/app/condition-fields.tsx";
import { type ConditionInput, emptyCondition } from "#web/app/condition-inputs.ts";
import { Field, FormError } from "#web/ui/field.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import { RowList } from "#web/ui/row-list.tsx";
import type { Errors, SuccessorInput } from "./part-inputs.ts";
import { factWords } from "./product-calls.ts";
import type { PartForm } from "./use-part-form.ts";

const empty: Omit<SuccessorInput, "key"> = {
  part: "",
  choice: "1",
  quantity: "1",
  bothWays: false,
  merges: false,
  terms: [],
  conditions: [],
  since: "",
  reason: "",
};

const checks = [
  ["bothWays", "Works both ways"],
  ["merges", "Replaces several parts at once"],
] as const;

type TextName = "part" | "choice" | "quantity" | "since" | "reason";

export function SuccessorFields({ form: { base, inputs, errors, set } }: { form: PartForm }) {
  const saved = ({ key, part }: Pick<SuccessorInput, "key" | "part">) => {
    const row = base.replacedBy[key];
    return row?.number === part.trim() ? row : undefined;
  };
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
            label: `${label} ${at + 1}`,
            value: row[name],
            autoComplete: "off",
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
                // Which cars it is for was said of the part that stood here.
                onChange={({ target: { value: part } }) => {
                  const { terms = [], merges = false } = saved({ key: row.key, part }) ?? {};
                  change({ part, terms, merges });
                }}
              />
              <Field {...text("quantity", "Quantity")} inputMode="numeric" />
              <Field {...text("choice", "Choice")} inputMode="numeric" />
              <Field {...text("since", "Since")} type="date" />
              <div className="sm:col-span-2 lg:col-span-3">
                <Field {...text("reason", "Reason")} maxLength={200} />
              </div>
              <div className="grid lg:mt-6.5">
                {checks.map(([name, label]) => (
                  <label
                    key={name}
                    className="flex min-h-11 cursor-pointer items-center gap-3 text-sm"
                  >
                    <input
                      type="checkbox"
                      className="size-4 accent-base-content"
                      checked={row[name]}
                      onChange={({ target }) => change({ [name]: target.checked })}
                    />
                    {label}
                  </label>
                ))}
              </div>
              <div className="sm:col-span-2 lg:col-span-4 empty:hidden">
                <Conditions
                  row={row}
                  place={at + 1}
                  error={termsError(errors, at)}
                  change={change}
                />
              </div>
            </div>
          );
        }}
      </RowList>
    </FormSection>
  );
}

/** Said of all conditions, or of one of them. */
const termsError = (errors: Errors, at: number) =>
  Object.entries(errors).find(([name]) => name.startsWith(`replacedBy.${at}.terms`))?.[1];

type ConditionsProps = {
  row: SuccessorInput;
  place: number;
  error: string | undefined;
  change: (values: Partial<SuccessorInput>) => void;
};

function Conditions({ row, place, error, change }: ConditionsProps) {
  const { data: facts = [] } = useQuery(factWords());
  if (row.terms.length === 0 && facts.length === 0) return null;
  return (
    <fieldset className="grid gap-3 text-sm">
      <legend className="mb-1 font-semibold">Only for cars</legend>
      {row.terms.length > 0 && (
        <ul aria-label="Only for cars">
          {row.terms.map((term) => {
            const words = describeTerm(term, facts);
            return (
              <li key={JSON.stringify(term)} className="flex flex-wrap items-center gap-x-4">
                <span className="wrap-anywhere">{words}</span>
                <button
                  type="button"
                  className="btn btn-ghost btn-sm min-h-11"
                  aria-label={`Remove “${words}” of successor ${place}`}
                  onClick={() => change({ terms: row.terms.filter((each) => each !== term) })}
                >
                  Remove
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {facts.length > 0 && (
        <RowList<ConditionInput>
          itemName={`condition of successor ${place}`}
          rows={row.conditions}
          emptyRow={emptyCondition}
          max={12 - row.terms.length}
          onChange={(conditions) => change({ conditions })}
        >
          {(condition, at, onChange) => (
            <ConditionFields
              condition={condition}
              place={at + 1}
              of={`successor ${place}`}
              facts={facts}
              onChange={onChange}
            />
          )}
        </RowList>
      )}
      <FormError>{error}</FormError>
    </fieldset>
  );
}
