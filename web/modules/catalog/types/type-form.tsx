import { useQueryClient } from "@tanstack/react-query";
import { ExternalLink, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import type { PartType } from "#contract/catalog.ts";
import type { PartTypeRecord } from "#contract/part-types.ts";
import { LeaveWarning } from "#web/app/leave-warning.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { partTypePath, paths, shopPath } from "#web/app/paths.ts";
import { undoLatest } from "#web/app/undo-change.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { DisabledIfReadOnly, HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { SaveBar } from "#web/ui/save-bar.tsx";
import { Shelf, showOnShelf } from "#web/ui/shelf.tsx";
import { removeType } from "./type-calls.ts";
import { TypeFields } from "./type-fields.tsx";
import { listTypeFields, useTypeForm } from "./use-type-form.ts";

type FormProps = { type: PartTypeRecord; types: PartType[]; children: ReactNode };

export function TypeForm({ type, types, children }: FormProps) {
  const [params] = useSearchParams();
  const { slug } = useParams();
  const navigate = useNavigate();
  const form = useTypeForm(type, params.get("synonym"));
  const { base, changed, failure, isSaving, save, discard } = form;
  const [isDeleting, setDeleting] = useState(false);

  // Once what was saved is shown, so that nobody is asked whether to leave.
  useEffect(() => {
    if (base.slug !== slug) void navigate(partTypePath(base.slug), { replace: true });
  }, [base.slug, slug, navigate]);

  const count = changed.length === 1 ? "1 change" : `${changed.length} changes`;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <h2 className="text-xl font-extrabold wrap-anywhere md:text-2xl">{base.name}</h2>
        <div className="flex flex-wrap gap-2">
          <PageLink to={shopPath(base.slug)} className="btn btn-outline border-base-content/50">
            <ExternalLink className="size-4" aria-hidden="true" />
            See it as customers do
          </PageLink>
          <HiddenIfReadOnly>
            <button
              type="button"
              className="btn btn-outline border-base-content/50 hover:text-error"
              onClick={() => setDeleting(true)}
            >
              <Trash2 className="size-4" aria-hidden="true" />
              Delete
            </button>
          </HiddenIfReadOnly>
        </div>
      </div>
      <div className="grid items-start gap-10 2xl:grid-cols-[minmax(0,1fr)_22rem]">
        <form
          noValidate
          aria-label="Part type"
          className="grid gap-8"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <DisabledIfReadOnly>
            <TypeFields form={form} types={types} />
          </DisabledIfReadOnly>
          <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
            Save
          </button>
        </form>
        {children}
      </div>
      <Shelf>
        {changed.length > 0 && (
          <SaveBar
            text={`${count}: ${listTypeFields(changed)}`}
            error={failure}
            isBusy={isSaving}
            onSave={() => save()}
            onDiscard={discard}
          />
        )}
      </Shelf>
      {changed.length > 0 && !isDeleting && (
        <LeaveWarning>{`${count} of this part type ${changed.length === 1 ? "is" : "are"} not saved yet: ${listTypeFields(changed)}.`}</LeaveWarning>
      )}
      {isDeleting && <DeleteType type={base} onClose={() => setDeleting(false)} />}
    </>
  );
}

function DeleteType({ type, onClose }: { type: PartTypeRecord; onClose: () => void }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { _id: id, name, slug } = type;
  const refresh = () => client.invalidateQueries({ queryKey: ["part-types"] });

  async function remove() {
    try {
      await removeType(slug);
    } catch (error) {
      return showOnShelf((error as Error).message);
    }
    await navigate(paths.partTypes);
    await refresh();
    showOnShelf(`${name} was deleted.`, async () => {
      await undoLatest(id);
      await refresh();
      return `${name} is back.`;
    });
  }

  return (
    <ConfirmDialog
      title="Are you sure?"
      confirm="Delete"
      refuse="Keep the type"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        <strong>{name}</strong> will be taken out of the tree. Only a type without products and
        without types below it can be deleted. You can undo it.
      </p>
    </ConfirmDialog>
  );
}
