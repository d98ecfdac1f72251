// The whole list, as the specification has it, without the whole list in memory.
import { toCents } from "#contract/money.ts";
import type { Order } from "#contract/orders.ts";
import type { Cursor } from "./sort.ts";

const piece = 1_000;

type Page = (limit: number, after?: Cursor) => Promise<Order[]>;

/** One page after the other, for as long as somebody reads. */
export async function* inPieces(page: Page, first?: Cursor): AsyncGenerator<Order[]> {
  for (let after = first; ; ) {
    const orders = await page(piece, after);
    yield orders;
    const last = orders.at(-1);
    if (!last || orders.length < piece) return;
    after = { id: last._id, totalCents: toCents(last.totalPrice) };
  }
}
