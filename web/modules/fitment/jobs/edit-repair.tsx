import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { type Need, type Repair, repairCalls, type Scope } from "#contract/repairs.ts";
import { callInTime } from "#web/app/call.ts";
import { repairPath } from "#web/app/paths.ts";
import { Select } from "#web/ui/choice.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Field, FormError, SubmitButton, TextArea } from "#web/ui/field.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";
import { DisabledIfReadOnly, HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { newKey, RowList } from "#web/ui/row-list.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { newRepair, oneRepair, typeChoices } from "./calls.ts";
import { needNames, scopeNames } from "./job-needs.tsx";

export function EditRepair({ slug }: { slug: string }) {
  const isNew = slug === newRepair;
  const repair = useQuery({ ...oneRepair(isNew ? "" : slug), staleTime: 0 });
  const types = useQuery(typeChoices());
  if (repair.data === null) {
    return (
      <Note title="There is no such job" heading="h2">
        <p>It may have been deleted.</p>
      </Note>
    );
  }
  if (types.data && (isNew || repair.data)) {
    return <Form key={repair.data?.version} repair={repair.data} types={types.data} />;
  }
  const failed = repair.error ? repair : types.error ? types : undefined;
  if (!failed) return <InlineLoading />;
  return (
    <LoadFailed title="The job could not be fetched" error={failed.error} retry={failed.refetch} />
  );
}

type LineInput = { key: number; type: string; scope: Scope; need: Need; why: string };
const emptyLine: Omit<LineInput, "key"> = { type: "", scope: "axle", need: "always", why: "" };
const axleNames = { "": "None in particular", front: "Front", rear: "Rear" };

const beginWith = (repair: Repair | undefined) => ({
  name: repair?.name ?? "",
  slug: repair?.slug ?? "",
  note: repair?.note ?? "",
  axle: repair?.axle ?? ("" as const),
  lines: (repair?.lines ?? []).map(
    ({ type, ...line }): LineInput => ({ ...line, key: newKey(), type: type.slug }),
  ),
});

type FormProps = { repair: Repair | undefined; types: Record<string, string> };

function Form({ repair, types }: FormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [inputs, setInputs] = useState(() => beginWith(repair));
  const { run, isBusy, failure, errors } = useAction();
  const set = (changes: Partial<typeof inputs>) => setInputs({ ...inputs, ...changes });

  function save(event: FormEvent) {
    event.preventDefault();
    const { axle, lines, ...rest } = inputs;
    const body = {
      ...rest,
      axle: axle || null,
      lines: lines.map(({ key: _, ...line }) => line),
    };
    void run(async () => {
      const { slug } = repair
        ? await callInTime(repairCalls.edit, {
            params: { slug: repair.slug },
            body: { ...body, version: repair.version },
          })
        : await callInTime(repairCalls.add, { body });
      showToast("The job is saved");
      await client.invalidateQueries({ queryKey: ["vehicles"] });
      await navigate(repairPath(slug), { replace: true });
    });
  }

  return (
    <>
      <form noValidate aria-label="Job" className="grid max-w-3xl gap-8" onSubmit={save}>
        <DisabledIfReadOnly>
          <FormSection title={repair?.name ?? "A new job"}>
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
              hint={`Of its page: /job/${inputs.slug}`}
              value={inputs.slug}
              error={errors.slug}
              onChange={({ target }) => set({ slug: target.value })}
            />
            <Select
              label="Axle"
              choices={axleNames}
              value={inputs.axle}
              onChoose={(axle) => set({ axle })}
            />
            <TextArea
              label="Note for customers"
              maxLength={500}
              value={inputs.note}
              error={errors.note}
              onChange={({ target }) => set({ note: target.value })}
            />
          </FormSection>
          <FormSection title="What it needs" error={errors.lines}>
            <RowList<LineInput>
              itemName="part type"
              rows={inputs.lines}
              emptyRow={emptyLine}
              max={30}
              onChange={(lines) => set({ lines })}
            >
              {(row, at, change) => (
                <div className="grid items-start gap-3 sm:grid-cols-3">
                  <div className="grid gap-1.5">
                    <Select
                      label={`Part type ${at + 1}`}
                      choices={{ "": "Choose", ...types }}
                      value={row.type}
                      onChoose={(type) => change({ type })}
                    />
                    {errors[`lines.${at}.type`] && (
                      <p role="alert" className="text-sm font-medium text-error">
                        {errors[`lines.${at}.type`]}
                      </p>
                    )}
                  </div>
                  <Select
                    label={`Needed ${at + 1}`}
                    choices={needNames}
                    value={row.need}
                    onChoose={(need) => change({ need })}
                  />
                  <Select
                    label={`How much of it ${at + 1}`}
                    choices={scopeNames}
                    value={row.scope}
                    onChoose={(scope) => change({ scope })}
                  />
                  <div className="sm:col-span-3">
                    <Field
                      label={`Why ${at + 1}`}
                      maxLength={300}
                      value={row.why}
                      error={errors[`lines.${at}.why`]}
                      onChange={({ target }) => change({ why: target.value })}
                    />
                  </div>
                </div>
              )}
            </RowList>
          </FormSection>
          <FormError>{failure}</FormError>
          <div>
            <SubmitButton busy={isBusy}>Save the job</SubmitButton>
          </div>
        </DisabledIfReadOnly>
      </form>
      {repair && (
        <HiddenIfReadOnly>
          <DeleteRepair repair={repair} />
        </HiddenIfReadOnly>
      )}
    </>
  );
}

function DeleteRepair({ repair: { slug, name } }: { repair: Repair }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);

  async function remove() {
    try {
      await callInTime(repairCalls.remove, { params: { slug } });
      showToast(`${name} is deleted`);
      await navigate("..", { relative: "path", replace: true });
    } catch (error) {
      showToast((error as Error).message, "error");
    }
    await client.invalidateQueries({ queryKey: ["vehicles"] });
  }

  return (
    <p className="mt-6">
      <button
        type="button"
        className="btn btn-outline border-base-content/50 hover:text-error"
        onClick={() => setAsking(true)}
      >
        Delete the job
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Are you sure?"
          confirm="Delete the job"
          refuse="Keep it"
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>{name} will have no page any more. Its parts stay.</p>
        </ConfirmDialog>
      )}
    </p>
  );
}
