import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import type { PartType } from "#contract/catalog.ts";
import type { PartRecord } from "#contract/part-edits.ts";
import { formatDollars } from "#web/app/format.tsx";
import { LeaveWarning } from "#web/app/leave-warning.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";
import { DisabledIfReadOnly } from "#web/ui/read-only.tsx";
import { SaveBar } from "#web/ui/save-bar.tsx";
import { Shelf } from "#web/ui/shelf.tsx";
import { ProductFields } from "./product-fields.tsx";
import { ProductHead } from "./product-head.tsx";
import { listFields, usePartForm } from "./use-part-form.ts";

const CompareVersions = late(async () => (await import("./compare-versions.tsx")).CompareVersions);

type Props = {
  part: PartRecord;
  types: PartType[];
  upload: (picture: File) => Promise<string>;
  children: ReactNode;
};

export function ProductForm({ part, types, upload, children }: Props) {
  const [params] = useSearchParams();
  const form = usePartForm(part, params.get("number"));
  const { changed, errors, failure, conflict, isOutdated, isSaving, save, discard } = form;
  const fields = useRef<HTMLFormElement>(null);

  useEffect(() => {
    const [first] = Object.keys(errors);
    if (first) fields.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);

  const count = changed.length === 1 ? "1 change" : `${changed.length} changes`;
  return (
    <>
      <DisabledIfReadOnly>
        <ProductHead part={part} onSaved={form.takeRecord} />
      </DisabledIfReadOnly>
      <div className="grid items-start gap-10 2xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Suspense fallback={<InlineLoading />}>
          {conflict ? (
            <CompareVersions form={form} present={conflict} types={types} />
          ) : (
            <form
              ref={fields}
              noValidate
              aria-label="Product"
              className="grid gap-8"
              onSubmit={(event) => {
                event.preventDefault();
                if (changed.length > 0) void save();
              }}
            >
              <DisabledIfReadOnly>
                <ProductFields form={form} part={part} types={types} upload={upload} />
              </DisabledIfReadOnly>
              <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
                Save
              </button>
            </form>
          )}
        </Suspense>
        {children}
      </div>
      {form.largeChange && (
        <ConfirmDialog
          title="Change the price?"
          confirm={`Change it to $${formatDollars(form.largeChange.price)}`}
          refuse="Not yet"
          onConfirm={form.confirmLargeChange}
          onClose={form.leaveLargeChange}
        >
          <p>{form.largeChange.text}</p>
        </ConfirmDialog>
      )}
      <Shelf>
        {changed.length > 0 && !conflict && (
          <SaveBar
            text={`${count}: ${listFields(changed)}`}
            error={failure || (isOutdated ? someoneElse : "")}
            isBusy={isSaving}
            onSave={() => save()}
            onDiscard={discard}
          />
        )}
      </Shelf>
      {changed.length > 0 && (
        <LeaveWarning>{`${count} of this product ${changed.length === 1 ? "is" : "are"} not saved yet: ${listFields(changed)}.`}</LeaveWarning>
      )}
    </>
  );
}

const someoneElse = "Somebody else has just changed this product. Saving shows both versions.";
