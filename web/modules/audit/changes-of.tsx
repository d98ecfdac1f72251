import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type AuditAction, type AuditEntry, auditActions } from "#contract/audit.ts";
import { DateTime } from "#web/app/format.tsx";
import { undoChange } from "#web/app/undo-change.ts";
import { PagedList } from "#web/ui/paged-list.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { auditPagesOf, factWords } from "./calls.ts";
import { listChanges } from "./entry-text.ts";

type Props = {
  about: string;
  asOf: string;
  undoableActions: readonly AuditAction[];
  onUndone: () => Promise<unknown>;
};

export function ChangesOf({ about, asOf, undoableActions, onUndone }: Props) {
  return (
    <section aria-labelledby="history">
      <h3 id="history" className="mb-4 text-lg font-bold">
        History
      </h3>
      <PagedList
        query={useInfiniteQuery(auditPagesOf(about, asOf))}
        failed="The history could not be fetched"
        more="Show earlier changes"
      >
        {(entries) =>
          entries.length === 0 ? (
            <p className="text-base-content/80">Nothing has been changed yet.</p>
          ) : (
            <ol className="border-s-2 border-base-300">
              {entries.map((entry) => (
                <Entry
                  key={entry._id}
                  entry={entry}
                  {...(entry.undoable &&
                    undoableActions.includes(entry.action) && {
                      undo: async () => {
                        await undoChange(entry._id);
                        await onUndone();
                      },
                    })}
                />
              ))}
            </ol>
          )
        }
      </PagedList>
    </section>
  );
}

type EntryProps = { entry: AuditEntry; undo?: () => Promise<unknown> };

function Entry({ entry, undo }: EntryProps) {
  const { run, isBusy, failure } = useAction();
  const { data: facts = [] } = useQuery(factWords([entry]));
  const changes = listChanges(entry, facts);
  const what = auditActions[entry.action].title;

  return (
    <li className="relative ps-5 pb-5 text-sm last:pb-0">
      <span
        className="absolute -start-[7px] top-1.5 size-3 rounded-full border-2 border-base-100 bg-base-content"
        aria-hidden="true"
      />
      <p className="text-base font-semibold">{what}</p>
      <p className="wrap-anywhere text-base-content/75">
        <DateTime time={entry.at} />, {entry.who}
      </p>
      <ul className="mt-1 wrap-anywhere">
        {changes.map(({ field, words }) => (
          <li key={field}>
            <span className="text-base-content/75">{field}:</span> {words}
          </li>
        ))}
      </ul>
      <p role="alert" className="font-medium text-error">
        {failure}
      </p>
      {undo && (
        <button
          type="button"
          className="btn btn-outline btn-sm mt-2 h-10 border-base-content/50"
          aria-label={`Undo: ${what}, ${changes.map(({ field }) => field).join(", ")}`}
          aria-busy={isBusy}
          onClick={() => run(undo)}
        >
          Undo
        </button>
      )}
    </li>
  );
}
