import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import type { Application, NewApplication } from "#contract/applications.ts";
import type { FactWords } from "#contract/fitment.ts";
import { ConditionFields } from "#web/app/condition-fields.tsx";
import { type ConditionInput, emptyCondition } from "#web/app/condition-inputs.ts";
import { Select } from "#web/ui/choice.tsx";
import { Field, FormError } from "#web/ui/field.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import { RowList } from "#web/ui/row-list.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { makeList, modelList } from "../calls.ts";
import {
  type ApplicationInputs,
  emptyInputs,
  toApplication,
  toInputs,
} from "./application-inputs.ts";

type Props = {
  application: Application | undefined;
  facts: FactWords[];
  positions: string[];
  /** Answers what was saved meanwhile, if it was not saved for that. */
  save: (given: NewApplication, version: number) => Promise<Application | undefined>;
  onClose: () => void;
};

const columns = "grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] items-start gap-4";

export function ApplicationForm({ application, facts, positions, save, onClose }: Props) {
  const [base, setBase] = useState(application);
  const [inputs, setInputs] = useState(base ? toInputs(base, facts) : emptyInputs);
  const { run, isBusy, failure, errors } = useAction();
  const form = useRef<HTMLFormElement>(null);
  const title = base ? "Edit application" : "New application";

  useEffect(() => {
    form.current?.scrollIntoView({ block: "nearest" });
    form.current?.querySelector<HTMLElement>("select, input")?.focus();
  }, []);
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);

  const set = (values: Partial<ApplicationInputs>) => setInputs({ ...inputs, ...values });

  const submit = () =>
    run(async () => {
      const present = await save(toApplication(inputs), base?.version ?? 0);
      if (!present) return onClose();
      setBase(present);
      setInputs(toInputs(present, facts));
      throw new Error("Somebody else changed this application meanwhile. This is how it is now.");
    });

  return (
    <form
      ref={form}
      noValidate
      aria-label={title}
      className="grid gap-5 border border-base-content/40 p-4 sm:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h3 className="text-lg font-bold">{title}</h3>
      <VehicleFields inputs={inputs} errors={errors} set={set} />
      <FormSection
        title="Only if"
        hint="All conditions must hold. Without one, it fits all cars of these years."
        error={errors.terms}
      >
        <RowList<ConditionInput>
          itemName="condition"
          rows={inputs.conditions}
          emptyRow={emptyCondition}
          max={12}
          onChange={(conditions) => set({ conditions })}
        >
          {(condition, at, onChange) => (
            <ConditionFields
              condition={condition}
              place={at + 1}
              facts={facts}
              onChange={onChange}
            />
          )}
        </RowList>
      </FormSection>
      <OtherFields inputs={inputs} errors={errors} set={set} positions={positions} />
      <FormError>{failure}</FormError>
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="btn btn-secondary" aria-busy={isBusy}>
          {base ? "Save" : "Add application"}
        </button>
        <button type="button" className="btn btn-outline" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

type FieldProps = {
  inputs: ApplicationInputs;
  errors: Record<string, string>;
  set: (values: Partial<ApplicationInputs>) => void;
};

function VehicleFields({ inputs, errors, set }: FieldProps) {
  const makes = useQuery(makeList());
  const models = useQuery(modelList(inputs.make));
  const chosen = models.data?.models.find(({ slug }) => slug === inputs.model);
  const toChoices = (list: { slug: string; name: string }[] = []) => ({
    "": "Choose",
    ...Object.fromEntries(list.map(({ slug, name }) => [slug, name])),
  });
  const text = (name: "from" | "to") => ({
    value: inputs[name],
    error: errors[name],
    inputMode: "numeric" as const,
    maxLength: 4,
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  return (
    <div className={columns}>
      <Select
        label="Make"
        choices={toChoices(makes.data)}
        value={inputs.make}
        onChoose={(make) => set({ make, model: "", from: "", to: "" })}
      />
      <div className="grid gap-1.5">
        <Select
          label="Model"
          choices={toChoices(models.data?.models)}
          value={inputs.model}
          onChoose={(model) => {
            const years = models.data?.models.find(({ slug }) => slug === model);
            set({ model, from: `${years?.from ?? ""}`, to: `${years?.to ?? ""}` });
          }}
        />
        {errors.model && (
          <p role="alert" className="text-sm font-medium text-error">
            {errors.model}
          </p>
        )}
      </div>
      <Field
        label="First year"
        hint={
          chosen &&
          `We have ${chosen.from === chosen.to ? chosen.from : `${chosen.from} to ${chosen.to}`}`
        }
        {...text("from")}
      />
      <Field label="Last year" {...text("to")} />
    </div>
  );
}

function OtherFields({ inputs, errors, set, positions }: FieldProps & { positions: string[] }) {
  const list = useId();
  const text = (name: "position" | "quantity" | "label" | "remark" | "heldBecause") => ({
    value: inputs[name],
    error: errors[name],
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  return (
    <>
      <div className={columns}>
        <Field
          label="Position"
          list={list}
          maxLength={80}
          hint="As the driver sees it"
          {...text("position")}
        />
        <datalist id={list}>
          {positions.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Field
          label="Pieces"
          inputMode="numeric"
          hint="That one car needs there"
          {...text("quantity")}
        />
        <Field
          label="Label"
          maxLength={80}
          hint="Tells alike lines apart, such as vented"
          {...text("label")}
        />
      </div>
      <Field
        label="Note"
        maxLength={500}
        hint="Customers see it. It restricts nothing."
        {...text("remark")}
      />
      <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-base-content"
          checked={inputs.isHeld}
          onChange={({ target }) => set({ isHeld: target.checked })}
        />
        Hold it: nobody is told that the part fits by it
      </label>
      {inputs.isHeld && <Field label="Held because" maxLength={200} {...text("heldBecause")} />}
    </>
  );
}
