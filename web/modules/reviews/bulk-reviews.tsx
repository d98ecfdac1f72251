import { useQueryClient } from "@tanstack/react-query";
import { formatCount } from "#web/app/format.tsx";
import { BulkBar, BulkButton } from "#web/ui/list/bulk-bar.tsx";
import type { Selection } from "#web/ui/list/use-selection.ts";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { editReviews } from "./manage-calls.ts";

const countReviews = (count: number) =>
  count === 1 ? "1 review is" : `${formatCount(count)} reviews are`;

type Props = { selection: Selection; shown: readonly string[] };

export function BulkReviews({ selection, shown }: Props) {
  const client = useQueryClient();
  const { chosen, count, clear } = selection;
  if (count === 0 || chosen === "all") return null;

  async function setHidden(ids: string[], hidden: boolean): Promise<string[]> {
    const { changed } = await editReviews(ids, hidden);
    await client.invalidateQueries({ queryKey: ["reviews"] });
    return changed;
  }

  async function act(hidden: boolean) {
    const ids = [...(chosen as ReadonlySet<string>)];
    const changed = await setHidden(ids, hidden).catch((error: Error) =>
      showOnShelf(error.message),
    );
    if (!changed) return;
    clear();
    const others = ids.length - changed.length;
    const already = others > 0 ? ` ${formatCount(others)} were so already, or are gone.` : "";
    showOnShelf(
      `${countReviews(changed.length)} ${hidden ? "hidden" : "shown"} now.${already}`,
      async () => {
        const undone = await setHidden(changed, !hidden);
        return `${countReviews(undone.length)} ${hidden ? "shown" : "hidden"} again.`;
      },
    );
  }

  return (
    <BulkBar
      selection={{ ...selection, chooseAll: () => selection.chooseThese(shown, true) }}
      text={`${formatCount(count)} selected`}
      selectAll={`Select all ${formatCount(shown.length)} shown`}
    >
      <BulkButton onClick={() => act(true)}>Hide</BulkButton>
      <BulkButton onClick={() => act(false)}>Show</BulkButton>
    </BulkBar>
  );
}
