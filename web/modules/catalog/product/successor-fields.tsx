import { useQuery } from "@tanstack/react-query";
import { describeTerm } from "#contract/rules/fit-words.ts";
import { Field } from "#web/ui/field.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import { RowList } from "#web/ui/row-list.tsx";
import type { SuccessorInput } from "./part-inputs.ts";
import { factsOf } from "./product-calls.ts";
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
                <Conditions row={row} place={at + 1} change={change} />
              </div>
            </div>
          );
        }}
      </RowList>
    </FormSection>
  );
}

type ConditionsProps = {
  row: SuccessorInput;
  place: number;
  change: (values: Partial<SuccessorInput>) => void;
};

function Conditions({ row, place, change }: ConditionsProps) {
  const { data: facts = [] } = useQuery(factsOf([row]));
  if (row.terms.length === 0) return null;
  return (
    <div className="grid gap-1 text-sm">
      <p id={`conditions-${place}`} className="font-semibold">
        Only for cars
      </p>
      <ul aria-labelledby={`conditions-${place}`}>
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
    </div>
  );
}
