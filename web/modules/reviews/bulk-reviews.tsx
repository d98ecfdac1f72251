import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { maxReviews } from "#contract/review-reports.ts";
import type { ReviewEntry } from "#contract/reviews.ts";
import { formatCount, plural } from "#web/app/format.tsx";
import { undoChange } from "#web/app/undo-change.ts";
import { BulkBar, BulkButton } from "#web/ui/list/bulk-bar.tsx";
import { BulkPreview } from "#web/ui/list/bulk-preview.tsx";
import { inBatches } from "#web/ui/list/in-batches.ts";
import type { RowSelection } from "#web/ui/list/use-collected-selection.ts";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { editReviews, lookAtReviews } from "./manage-calls.ts";

const countReviews = (count: number) => plural(count, "review");
const areThey = (count: number) => `${countReviews(count)} ${count === 1 ? "is" : "are"}`;

type Props = { selection: RowSelection; rows: readonly ReviewEntry[] };

export function BulkReviews({ selection, rows }: Props) {
  const client = useQueryClient();
  const [hidden, setHidden] = useState<boolean>();
  if (selection.count === 0) return null;
  const changing = rows.filter((row) => row.hidden !== hidden);
  const same = rows.length - changing.length;
  const word = hidden ? "hidden" : "shown";

  const refresh = () => client.invalidateQueries({ queryKey: ["reviews"] });

  async function write(ids: string[], isHidden: boolean) {
    const changed: string[] = [];
    const auditIds: string[] = [];
    await inBatches(ids, maxReviews, async (batch) => {
      const answer = await editReviews(batch, isHidden);
      changed.push(...answer.changed);
      if (answer.auditId !== null) auditIds.push(answer.auditId);
    }).finally(refresh);
    return { changed, auditIds };
  }

  async function undo(auditIds: string[]): Promise<string> {
    try {
      for (const auditId of auditIds) await undoChange(auditId);
    } finally {
      await refresh();
    }
    return "The reviews are as they were.";
  }

  const isNew = rows.filter((row) => row.isNew);

  async function look() {
    let looked = 0;
    try {
      await inBatches(
        isNew.map(({ _id }) => _id),
        maxReviews,
        async (batch) => {
          looked += (await lookAtReviews(batch)).looked;
        },
      );
      selection.clear();
      showOnShelf(`${areThey(looked)} looked at.`);
    } catch (error) {
      showOnShelf((error as Error).message);
    }
    await refresh();
  }

  async function act(isHidden: boolean) {
    const ids = changing.map(({ _id }) => _id);
    const { changed, auditIds } = await write(ids, isHidden);
    setHidden(undefined);
    selection.clear();
    const others = ids.length - changed.length;
    const left = others > 0 ? ` ${formatCount(others)} were so already, or are gone.` : "";
    const done = `${areThey(changed.length)} ${word} now.${left}`;
    showOnShelf(done, auditIds.length > 0 ? () => undo(auditIds) : undefined);
  }

  return (
    <>
      <BulkBar
        selection={selection}
        text={`${formatCount(selection.count)} selected`}
        selectAll="Select all that match"
      >
        {isNew.length > 0 && (
          <BulkButton onClick={look}>Looked at {formatCount(isNew.length)}</BulkButton>
        )}
        <BulkButton onClick={() => setHidden(true)}>Hide…</BulkButton>
        <BulkButton onClick={() => setHidden(false)}>Show…</BulkButton>
      </BulkBar>
      {hidden !== undefined && (
        <BulkPreview
          title={hidden ? "Hide reviews" : "Show reviews"}
          text={`${countReviews(changing.length)} would be ${word}.${same > 0 ? ` ${areThey(same)} ${word} already.` : ""}`}
          rows={changing.map(({ _id, name, ratting, description }) => ({
            id: _id,
            name: `${name}, ${ratting} of 5 stars`,
            change: description.slice(0, 60),
          }))}
          {...(changing.length > 0 && {
            act: {
              name: `${hidden ? "Hide" : "Show"} ${countReviews(changing.length)}`,
              run: () => act(hidden),
            },
          })}
          onClose={() => setHidden(undefined)}
        />
      )}
    </>
  );
}
