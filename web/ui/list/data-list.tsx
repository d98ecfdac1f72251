import { Download, Keyboard } from "lucide-react";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { Select } from "../choice.tsx";
import { Field } from "../field.tsx";
import { late } from "../late.tsx";
import { PagedList } from "../paged-list.tsx";
import { useDebouncedInput } from "../use-debounced-input.ts";
import { ColumnPicker } from "./column-picker.tsx";
import { DataTable } from "./data-table.tsx";
import { fitView } from "./fit-view.ts";
import type { ListColumn } from "./list-column.ts";
import { type KeptView, SavedViews, type ViewStore } from "./saved-views.tsx";
import { useColumns } from "./use-columns.ts";
import { useIsWide } from "./use-is-wide.ts";
import { useListKeys } from "./use-list-keys.ts";
import type { ListView } from "./use-list-view.ts";
import type { Selection } from "./use-selection.ts";

type Item = { _id: string };

type Props<Row extends Item> = {
  name: string;
  views: ViewStore;
  label: string;
  columns: readonly ListColumn<Row>[];
  nameOf: (row: Row) => string;
  query: Parameters<typeof PagedList<Row>>[0]["query"];
  address: ListView<"q" | "sort">;
  search: { label: string; hint?: string };
  unsorted: string;
  filters: ReactNode;
  nothing: ReactNode;
  failed: string;
  more: string;
  /** Without it, rows have no page of their own. */
  open?: (id: string) => void;
  /** Beside the list, by Enter. */
  peek?: (id: string) => void;
  moreKeys?: Record<string, { does: string; act: () => void }>;
  /** Where what is shown is a file, with these columns. */
  file: (columns: string[]) => string;
  selection?: Selection;
  /** Cells that are edited in place have a key. */
  isEdited?: boolean;
  /** What is done here can be undone from the shelf. */
  hasUndo?: boolean;
};

const KeyHelp = late(async () => (await import("./key-help.tsx")).KeyHelp);

export function DataList<Row extends Item>(props: Props<Row>) {
  const { name, label, columns, nameOf, query, address, filters, nothing, selection } = props;
  const { view, change } = address;
  const { shown, choice, lost: lostColumns } = useColumns(name, columns, address);
  const isWide = useIsWide();
  const list = useRef<HTMLDivElement>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [lost, setLost] = useState("");
  const [areKeysOn, setKeysOn] = useState(readKeysOn);
  // Typing replaces the history entry, so Back leaves the search at once.
  const search = useDebouncedInput(view.q, (q) =>
    change({ q }, { replace: view.q !== "" && q !== "" }),
  );
  const ids = (query.data?.pages ?? []).flatMap(({ items }) => items.map(({ _id }) => _id));
  const moreKeys = Object.entries(props.moreKeys ?? {});
  const anchor = useRef<string>(undefined);
  useListKeys({
    list,
    isOn: areKeysOn,
    help: () => setHelpOpen(true),
    open: props.open,
    peek: props.peek,
    isEdited: props.isEdited ?? false,
    more: Object.fromEntries(moreKeys.map(([key, { act }]) => [key, act])),
    ...(selection && {
      select: {
        one(id) {
          anchor.current = id;
          selection.toggle(id, ids);
        },
        until(id) {
          const [from = 0, to = 0] = [anchor.current ?? id, id]
            .map((each) => ids.indexOf(each))
            .sort((one, other) => one - other);
          selection.chooseThese(ids.slice(Math.max(from, 0), to + 1), true);
        },
        all: () => selection.chooseThese(ids, true),
      },
    }),
  });

  function openView(kept: KeptView) {
    const { params, columns: changed, lost } = fitView(kept, view, columns);
    choice.remember(changed);
    change({ ...params, columns: changed });
    setLost(
      lost.length === 0
        ? ""
        : `“${kept.name}” was saved with ${lost.join(", ")}, which this list no longer has. It is shown without.`,
    );
  }

  const sorts = columns.flatMap(({ name, sort }) =>
    sort
      ? ([
          [sort, name],
          [`${sort}-down`, `${name}, down`],
        ] as const)
      : [],
  );
  return (
    <div ref={list}>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <search className="block grow basis-60 md:max-w-md">
          <Field
            label={props.search.label}
            placeholder={props.search.hint}
            type="search"
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            value={search.text}
            onChange={({ target }) => search.setText(target.value)}
          />
        </search>
        {filters}
        {!isWide && (
          <div className="grow basis-40">
            <Select
              label="Sort by"
              choices={{ "": props.unsorted, ...Object.fromEntries(sorts) }}
              value={view.sort}
              onChoose={(sort) => change({ sort })}
            />
          </div>
        )}
        <div className="ms-auto flex flex-wrap gap-2">
          <SavedViews
            store={props.views}
            shown={{ params: view, columns: choice.changed }}
            onChoose={openView}
          />
          <a
            href={props.file(shown.flatMap(({ file }) => file ?? []))}
            download
            className="btn btn-outline h-11 border-base-content/50"
          >
            <Download className="size-4" aria-hidden="true" />
            CSV
          </a>
          <ColumnPicker choice={choice} />
          <button
            type="button"
            className="btn btn-outline btn-square h-11 border-base-content/50 max-md:hidden"
            aria-label="Keys"
            title="Keys"
            onClick={() => setHelpOpen(true)}
          >
            <Keyboard className="size-5" aria-hidden="true" />
          </button>
        </div>
      </div>
      {(lost || lostColumns.length > 0) && (
        <p role="status" className="mb-4 border border-s-4 border-base-300 border-s-warning p-3">
          {lost ||
            `This list no longer has the ${lostColumns.length > 1 ? "columns" : "column"} “${lostColumns.join("”, “")}”.`}
        </p>
      )}
      <PagedList query={query} failed={props.failed} more={props.more}>
        {(rows) => (
          <>
            <p role="status" className="sr-only">
              {(view.q || rows.length === 0) &&
                `${rows.length}${query.hasNextPage ? " or more" : ""} found`}
            </p>
            {rows.length === 0 ? (
              nothing
            ) : (
              <DataTable
                label={label}
                columns={shown}
                nameOf={nameOf}
                rows={rows}
                sorted={view.sort}
                isWide={isWide}
                onSort={(sort) => change({ sort })}
                {...(selection && { selection })}
              />
            )}
          </>
        )}
      </PagedList>
      {isHelpOpen && (
        <Suspense fallback={null}>
          <KeyHelp
            keys={{
              ...keys,
              ...(props.open && { Enter: "Open the row" }),
              ...(props.peek && { Enter: "Look at the row", o: "Open the row" }),
              ...(props.isEdited && { e: "Edit in the row", p: "The price", s: "The stock" }),
              ...(selection && selectKeys),
              ...((selection || props.hasUndo) && { z: "Undo" }),
              ...Object.fromEntries(moreKeys.map(([key, { does }]) => [key, does])),
              "?": "These keys",
            }}
            isOn={areKeysOn}
            onSwitch={(isOn) => {
              writeKeysOn(isOn);
              setKeysOn(isOn);
            }}
            onClose={() => setHelpOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

const keys: Record<string, string> = {
  "/": "Search",
  "j, k": "To the next row, to the one before",
};

const selectKeys: Record<string, string> = {
  x: "Select the row",
  "Shift x": "Select the rows up to this one",
  a: "Select all shown",
};

const keysOff = "keys-off";

// Access throws where storage is blocked.
function readKeysOn(): boolean {
  try {
    return localStorage.getItem(keysOff) === null;
  } catch {
    return true;
  }
}

function writeKeysOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(keysOff);
    else localStorage.setItem(keysOff, "yes");
  } catch {}
}
