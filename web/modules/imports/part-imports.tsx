import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import type { PartImport } from "#contract/imports.ts";
import { DateTime } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { importPath } from "#web/app/paths.ts";
import { useReadOnly } from "#web/ui/read-only.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { partImports, undoImportedLine } from "./calls.ts";
import { kindNames } from "./import-words.ts";

type Props = { part: string; onUndone: () => Promise<unknown> };

export function PartImports({ part, onUndone }: Props) {
  const id = useId();
  const { data: changes = [] } = useQuery(partImports(part));
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-8">
      <h3 id={id} className="mb-4 text-lg font-bold">
        Changed by imports
      </h3>
      <ol className="border-s-2 border-base-300">
        {changes.map((change) => (
          <Change key={change._id} change={change} onUndone={onUndone} />
        ))}
      </ol>
    </section>
  );
}

type ChangeProps = { change: PartImport; onUndone: () => Promise<unknown> };

function Change({ change, onUndone }: ChangeProps) {
  const client = useQueryClient();
  const { run, isBusy, failure } = useAction();
  const { number, line, kind, before, after, isUndone } = change;
  const columns = Object.keys(after ?? before ?? {}).filter(
    (name) => name !== "part" && (before === null || before[name] !== after?.[name]),
  );

  const isReadOnly = useReadOnly();
  async function undo() {
    await run(() => undoImportedLine(change).then(onUndone));
    await client.invalidateQueries({ queryKey: ["imports"] });
  }

  return (
    <li className="relative ps-5 pb-5 text-sm last:pb-0">
      <span
        className="absolute -start-[7px] top-1.5 size-3 rounded-full border-2 border-base-100 bg-base-content"
        aria-hidden="true"
      />
      <p className="text-base font-semibold">
        <PageLink to={importPath(change.import)} className="link inline-block py-1">
          Import {number}
        </PageLink>
        , line {line} ({kindNames[kind].toLowerCase()})
      </p>
      <p className="wrap-anywhere text-base-content/75">
        <DateTime time={change.at} />, {change.who}
        {isUndone && ", undone since"}
      </p>
      <ul className="mt-1 wrap-anywhere">
        {columns.map((name) => (
          <li key={name}>
            <span className="text-base-content/75">{name.replaceAll("_", " ")}:</span>{" "}
            {before && `${before[name] || "none"}, then `}
            {after ? after[name] || "none" : "taken away"}
          </li>
        ))}
      </ul>
      <p role="alert" className="font-medium text-error">
        {failure}
      </p>
      {!isUndone && !isReadOnly && (
        <button
          type="button"
          className="btn btn-outline btn-sm mt-2 h-10 border-base-content/50"
          aria-label={`Undo line ${line} of import ${number}`}
          aria-busy={isBusy}
          onClick={undo}
        >
          Undo
        </button>
      )}
    </li>
  );
}
