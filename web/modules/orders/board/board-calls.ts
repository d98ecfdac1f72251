import { keepPreviousData } from "@tanstack/react-query";
import { orderCalls } from "#contract/orders.ts";
import { maxPreviewed, shipmentCalls } from "#contract/shipments.ts";
import { call, pagedQuery } from "#web/app/call.ts";
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

const perPage = 100;

/** Of all that match, fetched or not: as many as can be shipped in one go. */
export async function collectIds(view: BoardView): Promise<string[]> {
  const filters = toBoardQuery(view);
  const ids: string[] = [];
  for (let isLast = false; !isLast && ids.length < maxPreviewed; ) {
    const after = ids.at(-1);
    const query = { ...filters, limit: perPage, ...(after && { after }) };
    const found = await call(orderCalls.all, { query });
    ids.push(...found.map(({ _id }) => _id));
    isLast = found.length < perPage;
  }
  return ids;
}

export const previewShipping = (orders: string[]) =>
  call(shipmentCalls.preview, { body: { orders } });
