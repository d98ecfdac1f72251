import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AuditEntry } from "#contract/audit.ts";
import { writeSentence } from "#contract/rules/audit-sentence.ts";
import { formatCount, formatDateTime, plural } from "#web/app/format.tsx";
import { undoChange } from "#web/app/undo-change.ts";
import { BulkBar, BulkButton } from "#web/ui/list/bulk-bar.tsx";
import { BulkPreview } from "#web/ui/list/bulk-preview.tsx";
import type { RowSelection } from "#web/ui/list/use-collected-selection.ts";
import { showOnShelf } from "#web/ui/shelf.tsx";

const countChanges = (count: number) => plural(count, "change");

type Props = { selection: RowSelection; rows: readonly AuditEntry[] };

/** The newest first, as one may rest on another. */
export function BulkUndo({ selection, rows }: Props) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  if (selection.count === 0) return null;
  const undoable = rows
    .filter((row) => row.undoable)
    .toSorted((one, other) => (one.at < other.at ? 1 : -1));
  const others = selection.count - undoable.length;

  async function undo() {
    let done = 0;
    const problems: string[] = [];
    for (const entry of undoable) {
      await undoChange(entry._id).then(
        () => {
          done += 1;
        },
        (error: Error) => problems.push(`${writeSentence(entry)}: ${error.message}`),
      );
    }
    setOpen(false);
    selection.clear();
    const more = problems.length > 1 ? ` And ${problems.length - 1} more.` : "";
    const left = problems[0] ? ` Not undone: ${problems[0]}${more}` : "";
    showOnShelf(`${countChanges(done)} undone.${left}`);
    await client.invalidateQueries({ queryKey: ["audit"] });
  }

  return (
    <>
      <BulkBar
        selection={selection}
        text={`${formatCount(selection.count)} selected`}
        selectAll="Select all that match"
      >
        {undoable.length > 0 && (
          <BulkButton onClick={() => setOpen(true)}>
            Undo {formatCount(undoable.length)}…
          </BulkButton>
        )}
      </BulkBar>
      {isOpen && (
        <BulkPreview
          title="Undo changes"
          text={`${countChanges(undoable.length)} would be undone, the newest first; what was changed again since stays.${others > 0 ? ` ${formatCount(others)} selected cannot be undone.` : ""}`}
          rows={undoable.map((entry) => ({
            id: entry._id,
            name: writeSentence(entry),
            change: formatDateTime(entry.at),
          }))}
          act={{ name: `Undo ${countChanges(undoable.length)}`, run: undo }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
