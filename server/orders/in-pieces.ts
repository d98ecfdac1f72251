// The whole list, as the specification has it, without the whole list in memory.
import { toCents } from "#contract/money.ts";
import type { Order } from "#contract/orders.ts";
import type { Cursor } from "./sort.ts";

const piece = 1_000;

type Page = (limit: number, after?: Cursor) => Promise<Order[]>;

/** A list of one page as it is; else one page after the other, for as long as somebody reads. */
export async function inPieces(
  page: Page,
  first?: Cursor,
): Promise<Order[] | AsyncGenerator<Order[]>> {
  const orders = await page(piece, first);
  return orders.length < piece ? orders : andTheRest(page, orders);
}

async function* andTheRest(page: Page, first: Order[]): AsyncGenerator<Order[]> {
  for (let orders = first; ; ) {
    yield orders;
    const last = orders.at(-1);
    if (!last || orders.length < piece) return;
    orders = await page(piece, { id: last._id, totalCents: toCents(last.totalPrice) });
  }
}
