import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import type { ImportCounts, ImportRecord } from "#contract/imports.ts";
import { removesMuch } from "#contract/rules/import-removals.ts";
import { formatCount, plural } from "#web/app/format.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { showToast } from "#web/ui/toast.tsx";
import {
  applyImport,
  checkAgain,
  discardImport,
  importList,
  oneImport,
  undoImport,
} from "./calls.ts";
import { countChanges } from "./import-words.ts";

function undoConsequence({ kind, counts }: ImportRecord): string {
  const steps = [
    counts.new > 0 &&
      (kind === "parts"
        ? `take ${plural(counts.new, "part")} that it added off sale`
        : `remove ${plural(counts.new, "line")} that it added`),
    counts.changed > 0 && `give ${plural(counts.changed, "line")} their earlier values`,
    counts.removed > 0 && `bring back ${plural(counts.removed, "line")} that it removed`,
  ].filter((step) => step !== false);
  const list = new Intl.ListFormat("en").format(steps);
  return `This will ${list}. Orders that were placed since stay as they are.`;
}

type Props = { shown: ImportRecord; onDiscarded: () => void };

export function ImportActions({ shown, onDiscarded }: Props) {
  const { _id: id, state, problem } = shown;
  const client = useQueryClient();
  const [leaveOut, setLeaveOut] = useState(false);
  const [confirmed, setConfirmed] = useState(false);
  const [removed, setRemoved] = useState("");
  /** Whether lines that have changed since are left out; undefined while nothing is asked. */
  const [undoing, setUndoing] = useState<{ leaveOut: boolean }>();
  const doing = useMutation({
    mutationFn: (work: () => Promise<ImportRecord>) => work(),
    onSuccess: (now) => client.setQueryData(oneImport(id).queryKey, now),
    onError: (error) => showToast(error.message, "error"),
    onSettled: () => client.invalidateQueries({ queryKey: ["imports"] }),
  });
  const discarding = useMutation({
    mutationFn: () => discardImport(id),
    onSuccess: () => {
      onDiscarded();
      void client.invalidateQueries(importList());
    },
    onError: (error) => showToast(error.message, "error"),
  });
  const run = (work: () => Promise<ImportRecord>) => () => doing.isPending || doing.mutate(work);
  const obstacle = applyObstacle(shown, leaveOut, confirmed, removed);
  const { counts } = shown;
  const changes = countChanges(counts);
  const choice = { leaveOut, confirmed, ...(removed && { removed: Number(removed) }) };

  if (state === "applied") {
    return (
      <Buttons>
        {problem && (
          <button
            type="button"
            className="btn btn-secondary"
            onClick={() => setUndoing({ leaveOut: true })}
          >
            Undo the other lines
          </button>
        )}
        <button
          type="button"
          className="btn btn-outline"
          onClick={() => setUndoing({ leaveOut: false })}
        >
          Undo this import
        </button>
        {undoing && (
          <ConfirmDialog
            title="Undo this import?"
            confirm="Undo it"
            refuse="Keep it"
            onConfirm={() => doing.mutateAsync(() => undoImport(id, undoing.leaveOut))}
            onClose={() => setUndoing(undefined)}
          >
            <p>{undoConsequence(shown)}</p>
          </ConfirmDialog>
        )}
      </Buttons>
    );
  }
  const canApply = state === "checked" && !problem;
  return (
    <>
      {canApply && counts.file === 0 && changes > 0 && (
        <div className="mt-4 grid gap-1">
          {counts.refused > 0 && (
            <Tick checked={leaveOut} onTick={setLeaveOut}>
              Leave out the {plural(counts.refused, "refused line")}
            </Tick>
          )}
          {counts.confirm > 0 && (
            <Tick checked={confirmed} onTick={setConfirmed}>
              The {plural(counts.confirm, "line")} to confirm {counts.confirm === 1 ? "is" : "are"}{" "}
              meant so
            </Tick>
          )}
          {removesMuch(counts) && (
            <RemovedCount counts={counts} value={removed} onChange={setRemoved} />
          )}
        </div>
      )}
      <Buttons>
        {canApply && changes > 0 && counts.file === 0 && (
          <button
            type="button"
            className="btn btn-secondary aria-disabled:opacity-60"
            aria-disabled={obstacle !== undefined}
            aria-describedby="apply-note"
            onClick={() => obstacle ?? run(() => applyImport(id, choice))()}
          >
            Apply {plural(changes, "change")}
          </button>
        )}
        <button
          type="button"
          className={`btn ${canApply ? "btn-outline" : "btn-secondary"}`}
          onClick={run(() => checkAgain(id))}
        >
          Look again
        </button>
        <button
          type="button"
          className="btn btn-quiet"
          onClick={() => discarding.isPending || discarding.mutate()}
        >
          Discard
        </button>
      </Buttons>
      {canApply && (
        <p id="apply-note" className="mt-3 text-sm text-base-content/80">
          {obstacle ?? "You can undo it afterwards, for 90 days."}
        </p>
      )}
    </>
  );
}

function applyObstacle(
  { counts }: ImportRecord,
  leaveOut: boolean,
  confirmed: boolean,
  removed: string,
): string | undefined {
  if (counts.file > 0) return "The file could not be read whole. Correct it and upload it again.";
  if (countChanges(counts) === 0) return "There is nothing to change.";
  if (counts.refused > 0 && !leaveOut) {
    return "Correct the refused lines and upload the file again, or leave them out. Nothing changes in the shop until you apply.";
  }
  if (counts.confirm > 0 && !confirmed) return "Look at the lines to confirm first.";
  if (removesMuch(counts) && Number(removed) !== counts.removed) {
    return "Enter how many lines are taken away, because they are many.";
  }
  return undefined;
}

type RemovedProps = { counts: ImportCounts; value: string; onChange: (now: string) => void };

function RemovedCount({ counts: { removed, inShop }, value, onChange }: RemovedProps) {
  const id = useId();
  return (
    <div className="mt-2 grid max-w-md gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        This takes away {plural(removed, "line")} of {formatCount(inShop)}. Enter how many, to go on
      </label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        className="input h-11 w-full border-base-content/50"
        value={value}
        onChange={({ target }) => onChange(target.value.replaceAll(/\D/g, ""))}
      />
    </div>
  );
}

const Buttons = ({ children }: { children: ReactNode }) => (
  <div className="mt-4 flex flex-wrap gap-3">{children}</div>
);

type TickProps = { checked: boolean; onTick: (now: boolean) => void; children: ReactNode };

function Tick({ checked, onTick, children }: TickProps) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-base-content"
        checked={checked}
        onChange={({ target }) => onTick(target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
