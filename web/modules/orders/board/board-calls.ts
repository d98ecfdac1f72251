import { keepPreviousData } from "@tanstack/react-query";
import { orderCalls } from "#contract/orders.ts";
import { maxPreviewed, shipmentCalls } from "#contract/shipments.ts";
import { call, pagedQuery } from "#web/app/call.ts";
import { inBatches } from "#web/ui/list/in-batches.ts";
import { type BoardView, toBoardQuery } from "./board-view.ts";

// "all", as shown-tags.ts knows lists of orders.
export function boardPages(view: BoardView) {
  const filters = toBoardQuery(view);
  return {
    ...pagedQuery(["orders", "all", "board", filters], 50, (page, signal) =>
      call(orderCalls.all, { query: { ...filters, ...page } }, signal),
    ),
    placeholderData: keepPreviousData,
  };
}

export const listBoard = (view: BoardView) => (page: { limit: number; after?: string }) =>
  call(orderCalls.all, { query: { ...toBoardQuery(view), ...page } });

type Preview = Awaited<ReturnType<typeof call<typeof shipmentCalls.preview>>>;

/** However many, as many at once as the server looks at. */
export async function previewShipping(orders: string[]): Promise<Preview> {
  const all: Preview = { ready: [], pieces: 0, left: [] };
  await inBatches(orders, maxPreviewed, async (batch) => {
    const found = await call(shipmentCalls.preview, { body: { orders: batch } });
    const { ready, pieces, left } = found;
    all.ready.push(...ready);
    all.pieces += pieces;
    all.left.push(...left);
  });
  return all;
}
