import { callRoot } from "#contract/call.ts";
import { maxPapersAtOnce, shipmentCalls } from "#contract/shipments.ts";
import { isRefusedAs } from "#web/app/call.ts";
import { download } from "#web/app/download.ts";
import { plural } from "#web/app/format.tsx";
import { inBatches } from "#web/ui/list/in-batches.ts";
import type { RowSelection } from "#web/ui/list/use-collected-selection.ts";
import { showOnShelf } from "#web/ui/shelf.tsx";

export const countOrders = (count: number) => plural(count, "order");

/** However many, in one file for as many as the server writes at once. */
export async function printPapers({ chosen, count }: RowSelection): Promise<void> {
  if (count === 0) return;
  const parts = Math.ceil(count / maxPapersAtOnce);
  let [asked, printed, files] = [0, 0, 0];
  let nothing: Error | undefined;
  try {
    await inBatches([...chosen], maxPapersAtOnce, async (orders, from) => {
      const part = from / maxPapersAtOnce + 1;
      if (parts > 1) showOnShelf(`Writing slips and labels, file ${part} of ${parts}.`);
      const path = `${callRoot}${shipmentCalls.papers.path}?orders=${orders}`;
      const name = parts > 1 ? `slips-and-labels-${part}-of-${parts}.pdf` : undefined;
      try {
        await download(path, undefined, name);
        printed += orders.length;
        files++;
      } catch (error) {
        // Of these there is nothing to print; of the next there may be.
        if (!isRefusedAs(error, "not-found")) throw error;
        nothing = error;
      }
      asked += orders.length;
    });
  } catch (error) {
    const missing = parts > 1 ? ` Those of ${countOrders(count - asked)} are missing.` : "";
    return showOnShelf(`${(error as Error).message}${missing}`);
  }
  if (nothing && files === 0) return showOnShelf(nothing.message);
  const inFiles = files > 1 ? `, in ${files} files` : "";
  showOnShelf(`Slips and labels of ${countOrders(printed)} are in your downloads${inFiles}.`);
}
