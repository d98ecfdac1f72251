import { useEffect } from "react";
import { type LegalRecord, maxLegalLength } from "#contract/legal.ts";
import { legalPageTitles } from "#contract/rules/legal-pages.ts";
import { formatDate } from "#web/app/format.tsx";
import { LeaveWarning } from "#web/app/leave-warning.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { legalPath } from "#web/app/paths.ts";
import { TextArea } from "#web/ui/field.tsx";
import { Note } from "#web/ui/placeholder.tsx";
import { useReadOnly } from "#web/ui/read-only.tsx";
import { SaveBar } from "#web/ui/save-bar.tsx";
import { Shelf } from "#web/ui/shelf.tsx";
import { LegalBlocks } from "./legal-blocks.tsx";
import { useLegalForm } from "./use-legal-form.ts";

type Props = { record: LegalRecord; onChanged: (isChanged: boolean) => void };

export function LegalEditor({ record, onChanged }: Props) {
  const form = useLegalForm(record);
  const { base, text, isChanged, theirs } = form;
  const isReadOnly = useReadOnly();
  useEffect(() => onChanged(isChanged), [isChanged, onChanged]);
  return (
    <>
      <Standing record={base} />
      {theirs && <Theirs record={theirs} onKeepMine={form.keepMine} onTakeTheirs={form.discard} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 2xl:grid-cols-2">
        <form
          noValidate
          aria-label="Legal text"
          onSubmit={(event) => {
            event.preventDefault();
            void form.save();
          }}
        >
          <TextArea
            label="Text"
            rows={26}
            maxLength={maxLegalLength}
            value={text}
            readOnly={isReadOnly}
            error={form.problem}
            hint="“# ” begins a heading, “## ” a smaller one, “- ” an entry of a list. An empty line begins a paragraph."
            onChange={({ target }) => form.write(target.value)}
          />
        </form>
        <section aria-labelledby="preview">
          <h3 id="preview" className="mb-4 text-lg font-bold">
            Preview
          </h3>
          <div className="max-w-3xl border border-base-300 p-4 sm:p-6">
            <LegalBlocks text={text} below={2} />
          </div>
        </section>
      </div>
      {isChanged && <LeaveWarning>What you have changed here is not saved.</LeaveWarning>}
      <Shelf>
        {isChanged && !theirs && (
          <SaveBar
            text="Not saved yet"
            error={form.failure}
            isBusy={form.isSaving}
            onSave={form.save}
            onDiscard={form.discard}
          />
        )}
      </Shelf>
    </>
  );
}

function Standing({ record: { page, version, savedAt } }: { record: LegalRecord }) {
  const earlier = Array.from({ length: Math.min(version, 10) }, (_, at) => version - 1 - at);
  return (
    <div className="grid justify-items-start gap-3">
      {version === 0 && (
        <Note title="This is a sample">
          <p>
            Replace what stands in square brackets, and have the text checked by somebody who knows
            the law of your country. Visitors are told that it is a sample until you save it.
          </p>
        </Note>
      )}
      <p className="flex flex-wrap items-center gap-x-4">
        {savedAt && (
          <span>
            Version {version}, saved {formatDate(savedAt)}
          </span>
        )}
        <PageLink to={legalPath(page)} className="link inline-flex min-h-11 items-center">
          See it as customers do
        </PageLink>
        {earlier.map((each) => (
          <PageLink
            key={each}
            to={legalPath(page, each)}
            className="link inline-flex min-h-11 items-center"
          >
            {each === 0 ? "Sample" : `Version ${each}`}
          </PageLink>
        ))}
      </p>
    </div>
  );
}

type TheirsProps = { record: LegalRecord; onKeepMine: () => void; onTakeTheirs: () => void };

function Theirs({ record, onKeepMine, onTakeTheirs }: TheirsProps) {
  return (
    <Note title={`Somebody else has saved version ${record.version} meanwhile`} alert>
      <details className="w-full">
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">
          {legalPageTitles[record.page]} as they saved it
        </summary>
        <LegalBlocks text={record.text} below={1} />
      </details>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-secondary" onClick={onKeepMine}>
          Keep mine
        </button>
        <button
          type="button"
          className="btn btn-outline border-base-content/50"
          onClick={onTakeTheirs}
        >
          Take theirs
        </button>
      </div>
      <p className="text-sm">“Keep mine” saves nothing yet: you can still edit before you save.</p>
    </Note>
  );
}
