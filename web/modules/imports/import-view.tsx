import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ImportRecord } from "#contract/imports.ts";
import { DateTime, formatCount, plural } from "#web/app/format.tsx";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { isBusy, oneImport } from "./calls.ts";
import { DifferenceList } from "./difference-list.tsx";
import { FindingList } from "./finding-list.tsx";
import { ImportActions } from "./import-actions.tsx";
import { kindNames, stateNames } from "./import-words.ts";

type Props = { id: string; onDiscarded: () => void; heading: (text: string) => ReactNode };

export function ImportView({ id, onDiscarded, heading }: Props) {
  const { data: shown, error, refetch } = useQuery(oneImport(id));
  if (!shown) {
    if (!error) return <InlineLoading />;
    return <LoadFailed title="The import could not be fetched" error={error} retry={refetch} />;
  }
  const { number, kind, fileName, counts } = shown;
  const findings = counts.file + counts.refused + counts.confirm + counts.info;
  return (
    <>
      {heading(`Import ${number}`)}
      <p className="-mt-3 mb-5 wrap-anywhere text-base-content/80">
        {kindNames[kind]}
        {shown.whole && ", taking away what the file leaves out"}, {fileName}, uploaded{" "}
        <DateTime time={shown.createdAt} /> by {shown.uploadedBy}
      </p>
      <div className="mb-8 border border-base-300 bg-base-200 p-5 sm:p-6">
        <p role="status" className="font-display text-xl font-bold">
          {stateNames[shown.state]}
        </p>
        {isBusy(shown) ? <Progress shown={shown} /> : <Result shown={shown} />}
        {!isBusy(shown) && (
          <HiddenIfReadOnly>
            <ImportActions shown={shown} onDiscarded={onDiscarded} />
          </HiddenIfReadOnly>
        )}
      </div>
      {shown.state !== "checking" && (
        <>
          {(findings > 0 || shown.problem) && <FindingList shown={shown} />}
          {counts.file === 0 && <DifferenceList shown={shown} />}
        </>
      )}
    </>
  );
}

function Progress({ shown: { state, progress } }: { shown: ImportRecord }) {
  const { done, of } = progress;
  const label = stateNames[state];
  const percent = of > 0 ? Math.min(100, Math.floor((done / of) * 100)) : 0;
  return (
    <div className="mt-3 grid gap-2">
      <progress className="h-3 w-full" aria-label={label} max={100} value={percent} />
      <p className="text-base-content/80">
        {percent} %{state !== "checking" && `, ${formatCount(done)} of ${plural(of, "line")}`}. You
        may leave this page.
      </p>
    </div>
  );
}

function Result({ shown }: { shown: ImportRecord }) {
  const { counts, state, problem, appliedAt, appliedBy, undoneAt, undoneBy } = shown;
  return (
    <>
      <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        <Count count={counts.new} name="new" />
        <Count count={counts.changed} name="changed" />
        <Count count={counts.removed} name="taken away" look="text-error" />
        <Count count={counts.same} name="the same" />
        <Count count={counts.refused} name="refused" look="text-error" />
        <Count count={counts.confirm} name="to confirm" />
      </ul>
      {problem && (
        <p role="alert" className="mt-3 font-medium text-error">
          {problem}
        </p>
      )}
      {appliedAt && (
        <p className="mt-3">
          Applied <DateTime time={appliedAt} /> by {appliedBy}.
        </p>
      )}
      {state === "undone" && undoneAt && (
        <p>
          Undone <DateTime time={undoneAt} /> by {undoneBy}.
        </p>
      )}
    </>
  );
}

type CountProps = { count: number; name: string; look?: string };

function Count({ count, name, look = "" }: CountProps) {
  if (count === 0) return null;
  return (
    <li className={look}>
      <strong>{formatCount(count)}</strong> {name}
    </li>
  );
}
