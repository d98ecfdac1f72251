import { useState } from "react";
import type { ChangeOf } from "#contract/vehicle-edits.ts";
import { Select } from "#web/ui/choice.tsx";
import { Field, FormError, SubmitButton } from "#web/ui/field.tsx";
import { RowList } from "#web/ui/row-list.tsx";
import { useVehicleChange } from "./edit-calls.ts";

type Fact = Omit<ChangeOf<"fact">, "what">;
type Answer = Fact["answers"][number];

const kinds: Record<Fact["kind"], string> = {
  choice: "one of some answers",
  date: "a date",
  number: "a number",
  serial: "a serial number",
  look: "yes or no, by a look at the car",
};
const empty: Answer = { slug: null, label: "" };

export function FactForm({ fact, onSaved }: { fact: Fact | undefined; onSaved: () => void }) {
  const [given, setGiven] = useState<Omit<Fact, "answers">>(
    fact ?? {
      key: "",
      kind: "choice",
      question: "",
      whereToLook: "",
      effort: 1,
      unit: null,
    },
  );
  const [answers, setAnswers] = useState<(Answer & { key: number })[]>(
    (fact?.answers ?? []).map((answer, key) => ({ ...answer, key })),
  );
  const { save, errors, failure, isBusy } = useVehicleChange(onSaved);
  const text = (name: "key" | "question" | "whereToLook", label: string) => ({
    label,
    value: given[name],
    autoComplete: "off",
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setGiven({ ...given, [name]: target.value }),
  });
  const { whereToLook, question, effort, key, kind, unit } = given;
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const sent = answers.map(({ slug, label }) => ({ slug, label }));
        const words = { whereToLook, question, effort, key, kind, unit };
        void save({ what: "fact", ...words, answers: kind === "choice" ? sent : [] });
      }}
    >
      {!fact && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field {...text("key", "Short name")} hint="As files name it, such as engine" />
          <Select
            label="It is"
            choices={kinds}
            value={kind}
            onChoose={(chosen) => setGiven({ ...given, kind: chosen })}
          />
        </div>
      )}
      <Field {...text("question", "Question to customers")} maxLength={200} />
      <Field {...text("whereToLook", "Where to look on the car")} maxLength={500} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Effort, from 1 (read a label) to 9 (take the car apart)"
          inputMode="numeric"
          value={`${effort}`}
          error={errors.effort}
          onChange={({ target }) => setGiven({ ...given, effort: Number(target.value) || 0 })}
        />
        <Field
          label="Unit, if it has one"
          value={unit ?? ""}
          error={errors.unit}
          onChange={({ target }) => setGiven({ ...given, unit: target.value || null })}
        />
      </div>
      {kind === "choice" && (
        <RowList<Answer & { key: number }>
          itemName="answer"
          rows={answers}
          emptyRow={empty}
          max={500}
          onChange={setAnswers}
        >
          {({ label }, at, change) => (
            <Field
              label={`Answer ${at + 1}`}
              maxLength={80}
              value={label}
              error={errors[`answers.${at}.label`]}
              onChange={({ target }) => change({ label: target.value })}
            />
          )}
        </RowList>
      )}
      <FormError>{errors.answers ?? failure}</FormError>
      <div>
        <SubmitButton busy={isBusy}>{fact ? "Save" : "Add the fact"}</SubmitButton>
      </div>
    </form>
  );
}
