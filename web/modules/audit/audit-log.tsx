import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { AuditEntry } from "#contract/audit.ts";
import { describeEntry, writeSentence } from "#contract/rules/audit-sentence.ts";
import { DateTime } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { useSavedViews } from "#web/app/saved-views.ts";
import { thingPath } from "#web/app/thing-path.ts";
import { undoChange } from "#web/app/undo-change.ts";
import { DataList } from "#web/ui/list/data-list.tsx";
import type { ListColumn } from "#web/ui/list/list-column.ts";
import { useCollectedSelection } from "#web/ui/list/use-collected-selection.ts";
import { useListView } from "#web/ui/list/use-list-view.ts";
import { Note } from "#web/ui/placeholder.tsx";
import { useReadOnly } from "#web/ui/read-only.tsx";
import { Shelf, showOnShelf } from "#web/ui/shelf.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { type AuditView, auditViewNames, toAuditQuery, whenSort } from "./audit-view.ts";
import { BulkUndo } from "./bulk-undo.tsx";
import { auditFilePath, auditPages, factWords, listEntries } from "./calls.ts";
import { placeOf } from "./entry-place.ts";
import { listChanges } from "./entry-text.ts";

export function AuditLog() {
  const address = useListView(auditViewNames);
  const views = useSavedViews("audit-log");
  const { view } = address;
  const query = useInfiniteQuery(auditPages(view));
  const navigate = useNavigate();
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const only = entries[0]?.thing?.name;
  const { selection, rows } = useCollectedSelection(entries, listEntries(view));
  const isReadOnly = useReadOnly();

  return (
    <>
      <DataList
        name="audit-log"
        views={views}
        label="Audit log"
        columns={columns}
        nameOf={(entry) => writeSentence(entry)}
        query={query}
        address={address}
        search={{ label: "Find a person, a thing or an action", hint: "PW-1042, price, Ada" }}
        unsorted="Newest first"
        filters={<AuditFilters address={address} only={only} />}
        nothing={<Nothing view={view} />}
        failed="The audit log could not be fetched"
        more="Show more entries"
        open={(id) => {
          const entry = entries.find(({ _id }) => _id === id);
          if (!entry) return;
          const path = (entry.thing && thingPath(entry.thing)) ?? placeOf(entry)?.path;
          if (path) void navigate(path);
        }}
        file={(columns) => auditFilePath(view, columns)}
        hasUndo
        {...(!isReadOnly && { selection })}
      />
      <Shelf>
        <BulkUndo selection={selection} rows={rows} />
      </Shelf>
    </>
  );
}

const columns: ListColumn<AuditEntry>[] = [
  {
    name: "When",
    sort: whenSort,
    file: "when",
    className: "text-sm max-md:col-span-2 md:w-44 xl:w-60 xl:whitespace-nowrap",
    cell: ({ at }) => <DateTime time={at} />,
  },
  {
    name: "What",
    file: "what",
    className: "max-md:col-span-2 wrap-anywhere md:py-1.5",
    cell: (entry) => <What entry={entry} />,
  },
  {
    name: "Account",
    file: "who",
    choice: "hidden",
    isNamedOnCards: true,
    className: "text-sm wrap-anywhere md:w-48",
    cell: ({ who }) => who,
  },
  {
    name: "From",
    file: "from",
    choice: "shown",
    className: "text-sm wrap-anywhere md:w-40",
    isNamedOnCards: true,
    cell: ({ address }) => address || "–",
  },
  {
    name: "Undo",
    className: "max-md:text-end md:w-24",
    cell: (entry) => entry.undoable && <UndoButton entry={entry} />,
  },
];

function What({ entry }: { entry: AuditEntry }) {
  const { start, thing, end } = describeEntry(entry);
  const path = entry.thing && thingPath(entry.thing);
  const place = path ? undefined : placeOf(entry);
  const { data: facts = [] } = useQuery(factWords([entry]));
  const changes = listChanges(entry, facts);
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <span className="min-w-0 grow basis-80">
        {start}
        {path && thing ? (
          <PageLink to={path} className="link font-semibold">
            {thing}
          </PageLink>
        ) : (
          <span className="font-semibold">{thing}</span>
        )}
        {end}
        {place && (
          <PageLink to={place.path} className="link ms-2 text-sm whitespace-nowrap">
            {place.name}
          </PageLink>
        )}
      </span>
      <details className="text-sm open:basis-full">
        <summary className="inline-flex min-h-8 cursor-pointer items-center text-base-content/75 underline underline-offset-4">
          Details
        </summary>
        <ul className="pb-2">
          <li>
            <span className="text-base-content/75">by:</span> {entry.who}
          </li>
          {changes.map(({ field, words }) => (
            <li key={field}>
              <span className="text-base-content/75">{field}:</span> {words}
            </li>
          ))}
          {entry.about && (
            <li>
              <PageLink
                to={`${paths.auditLog}?${new URLSearchParams({ about: entry.about })}`}
                className="link inline-flex min-h-8 items-center"
              >
                Everything about it
              </PageLink>
            </li>
          )}
        </ul>
      </details>
    </div>
  );
}

function UndoButton({ entry }: { entry: AuditEntry }) {
  const client = useQueryClient();
  const { run, isBusy } = useAction();
  const sentence = writeSentence(entry);

  async function undo() {
    const text = await undoChange(entry._id).then(
      () => `Undone: ${sentence}.`,
      (error: Error) => error.message,
    );
    await client.invalidateQueries({ queryKey: ["audit"] });
    showOnShelf(text);
  }

  return (
    <button
      type="button"
      className="btn btn-ghost btn-sm h-10"
      aria-label={`Undo: ${sentence}`}
      aria-busy={isBusy}
      onClick={() => run(undo)}
    >
      Undo
    </button>
  );
}

function Nothing({ view }: { view: AuditView }) {
  if (Object.keys(toAuditQuery({ ...view, sort: "" })).length === 0) {
    return (
      <Note title="No entries yet">
        <p>Every change that an admin makes appears here.</p>
      </Note>
    );
  }
  return (
    <Note title="No entry matches">
      <PageLink to={paths.auditLog} className="btn btn-secondary">
        Show all entries
      </PageLink>
    </Note>
  );
}
