import { type ReactNode, Suspense, useEffect } from "react";
import type { Settings, SettingsRecord } from "#contract/settings.ts";
import { LeaveWarning } from "#web/app/leave-warning.tsx";
import { late } from "#web/ui/late.tsx";
import { DisabledIfReadOnly } from "#web/ui/read-only.tsx";
import { SaveBar } from "#web/ui/save-bar.tsx";
import { Shelf } from "#web/ui/shelf.tsx";
import { CompanyFields } from "./company-fields.tsx";
import { HolidayFields } from "./holiday-fields.tsx";
import { MethodFields } from "./method-fields.tsx";
import { TaxFields } from "./tax-fields.tsx";
import { type Record, type SettingsForm, useSettingsForm } from "./use-settings-form.ts";
import { ZoneFields } from "./zone-fields.tsx";

const HoldFields = late(async () => (await import("./hold-fields.tsx")).HoldFields);
const LetterFields = late(async () => (await import("./letter-fields.tsx")).LetterFields);
const OfferFields = late(async () => (await import("./offer-fields.tsx")).OfferFields);
const ReturnFields = late(async () => (await import("./return-fields.tsx")).ReturnFields);
const ReviewFields = late(async () => (await import("./review-fields.tsx")).ReviewFields);
const SecurityFields = late(async () => (await import("./security-fields.tsx")).SecurityFields);

type EditorProps = { record: SettingsRecord; onChanged: (isChanged: boolean) => void };

export function SettingsEditor({ record, onChanged }: EditorProps) {
  if (record.section === "company") {
    return (
      <Editor
        record={record}
        onChanged={onChanged}
        fields={(form) => <CompanyFields form={form} />}
      />
    );
  }
  if (record.section === "returns") {
    return (
      <Editor
        record={record}
        onChanged={onChanged}
        fields={(form) => <ReturnFields form={form} />}
      />
    );
  }
  if (record.section === "reviews") {
    return (
      <Editor
        record={record}
        onChanged={onChanged}
        fields={(form) => <ReviewFields form={form} />}
      />
    );
  }
  if (record.section === "security") {
    return (
      <Editor
        record={record}
        onChanged={onChanged}
        fields={(form) => <SecurityFields form={form} />}
      />
    );
  }
  if (record.section === "holds") {
    return (
      <Editor record={record} onChanged={onChanged} fields={(form) => <HoldFields form={form} />} />
    );
  }
  if (record.section === "letters") {
    return (
      <Editor
        record={record}
        onChanged={onChanged}
        fields={(form) => <LetterFields form={form} />}
      />
    );
  }
  if (record.section === "tax") {
    return (
      <Editor record={record} onChanged={onChanged} fields={(form) => <TaxFields form={form} />} />
    );
  }
  if (record.section === "discounts") {
    return (
      <Editor
        record={record}
        onChanged={onChanged}
        fields={(form) => <OfferFields form={form} />}
      />
    );
  }
  return (
    <Editor
      record={record}
      onChanged={onChanged}
      fields={(form) => (
        <>
          <MethodFields form={form} />
          <ZoneFields form={form} />
          <HolidayFields form={form} />
        </>
      )}
    />
  );
}

type Props<Section extends keyof Settings> = {
  record: Record<Section>;
  onChanged: (isChanged: boolean) => void;
  fields: (form: SettingsForm<Section>) => ReactNode;
};

function Editor<Section extends keyof Settings>({ record, onChanged, fields }: Props<Section>) {
  const { form, isChanged, isSaving, isOutdated, failure, save, discard } =
    useSettingsForm<Section>(record);
  useEffect(() => onChanged(isChanged), [isChanged, onChanged]);
  return (
    <>
      <form
        noValidate
        aria-label="Settings"
        className="grid gap-8"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <DisabledIfReadOnly>
          <Suspense>{fields(form as SettingsForm<Section>)}</Suspense>
        </DisabledIfReadOnly>
        {/* Enter in a field saves; the button to see is on the shelf. */}
        <button type="submit" hidden />
      </form>
      {isChanged && <LeaveWarning>What you have changed here is not saved.</LeaveWarning>}
      <Shelf>
        {isChanged && (
          <SaveBar
            text={
              isOutdated ? "Somebody else has saved these settings meanwhile." : "Not saved yet"
            }
            error={failure}
            isBusy={isSaving}
            onSave={save}
            onDiscard={discard}
          />
        )}
      </Shelf>
    </>
  );
}
