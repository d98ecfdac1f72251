import type { FactWords } from "#contract/fitment.ts";
import { describeTerm } from "#contract/rules/fit-words.ts";
import { RadioGroup, Select } from "#web/ui/choice.tsx";
import { Field } from "#web/ui/field.tsx";
import { type ConditionInput, emptyCondition } from "./condition-inputs.ts";

type Props = {
  condition: ConditionInput;
  place: number;
  facts: FactWords[];
  /** What has the condition, where there are several of these. */
  of?: string;
  onChange: (values: Partial<ConditionInput>) => void;
};

export function ConditionFields({ condition, place: at, facts, of = "", onChange }: Props) {
  const place = `${at}${of && ` of ${of}`}`;
  if (condition.kept) return <p className="py-2">{describeTerm(condition.kept, facts)}</p>;
  const fact = facts.find(({ key }) => key === condition.fact);
  return (
    <div className="grid gap-3">
      <Select
        label={`Condition ${place}`}
        choices={{
          "": "Choose",
          ...Object.fromEntries(facts.map(({ key, question }) => [key, question])),
        }}
        value={condition.fact}
        onChoose={(fact) => {
          const kind = facts.find(({ key }) => key === fact)?.kind;
          onChange({ ...emptyCondition, fact, kind });
        }}
      />
      {fact && <Values condition={condition} place={place} fact={fact} onChange={onChange} />}
    </div>
  );
}

type ValueProps = Pick<Props, "condition" | "onChange"> & { place: string; fact: FactWords };

function Values({ condition, place, fact, onChange }: ValueProps) {
  const { is, values, from, to, series } = condition;
  if (fact.kind === "look") {
    return (
      <RadioGroup<string>
        label={`Answer to condition ${place}`}
        choices={{ yes: "Yes", no: "No" }}
        value={values[0] ?? ""}
        onChoose={(answer) => onChange({ values: [answer] })}
      />
    );
  }
  if (fact.kind === "choice") {
    return (
      <>
        <RadioGroup
          label={`How condition ${place} is meant`}
          choices={{ any: "One of these", none: "None of these" }}
          value={is}
          onChoose={(is) => onChange({ is })}
        />
        <fieldset className="flex flex-wrap gap-x-5">
          <legend className="sr-only">{`Values of condition ${place}`}</legend>
          {fact.values.map(({ id, label }) => (
            <label key={id} className="flex min-h-11 cursor-pointer items-center gap-2">
              <input
                type="checkbox"
                className="size-5 accent-base-content"
                checked={values.includes(`${id}`)}
                onChange={({ target }) =>
                  onChange({
                    values: target.checked
                      ? [...values, `${id}`]
                      : values.filter((value) => value !== `${id}`),
                  })
                }
              />
              {label}
            </label>
          ))}
        </fieldset>
      </>
    );
  }
  const unit = fact.unit ? `, ${fact.unit}` : "";
  const type = fact.kind === "date" ? "date" : "text";
  const inputMode = fact.kind === "date" ? undefined : "numeric";
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] items-start gap-3">
      {fact.kind === "serial" && (
        <Field
          label={`Series ${place}`}
          hint="The letters before the number"
          maxLength={20}
          value={series}
          onChange={({ target }) => onChange({ series: target.value })}
        />
      )}
      <Field
        label={`From ${place}${unit}`}
        type={type}
        inputMode={inputMode}
        value={from}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <Field
        label={`To ${place}${unit}`}
        hint="Included"
        type={type}
        inputMode={inputMode}
        value={to}
        onChange={({ target }) => onChange({ to: target.value })}
      />
    </div>
  );
}
