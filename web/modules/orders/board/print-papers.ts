import { callRoot } from "#contract/call.ts";
import { maxShippedAtOnce, shipmentCalls } from "#contract/shipments.ts";
import { download } from "#web/app/download.ts";
import { formatCount } from "#web/app/format.tsx";
import type { Selection } from "#web/ui/list/use-selection.ts";
import { showOnShelf } from "#web/ui/shelf.tsx";

export const countOrders = (count: number) =>
  count === 1 ? "1 order" : `${formatCount(count)} orders`;

export async function printPapers({ chosen, count }: Selection): Promise<void> {
  if (chosen === "all" || count === 0) return;
  const orders = [...chosen].slice(0, maxShippedAtOnce);
  await download(`${callRoot}${shipmentCalls.papers.path}?orders=${orders}`).then(
    () => showOnShelf(`Slips and labels of ${countOrders(orders.length)} are in your downloads.`),
    (error: Error) => showOnShelf(error.message),
  );
}
