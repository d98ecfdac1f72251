// A whole list, as the specification has it, without the whole list in memory.
import type { Pieces } from "./handler.ts";

const piece = 250;

/** A list of one page as it is; else one page after the other, for as long as somebody reads. */
export async function inPieces<Item, Cursor>(
  page: (limit: number, after?: Cursor) => Promise<Item[]>,
  cursorOf: (last: Item) => Cursor,
  first?: Cursor,
): Promise<Item[] | Pieces<Item>> {
  const items = await page(piece, first);
  return items.length < piece ? items : andTheRest(items);

  async function* andTheRest(items: Item[]): Pieces<Item> {
    for (;;) {
      yield items;
      const last = items.at(-1);
      if (!last || items.length < piece) return;
      items = await page(piece, cursorOf(last));
    }
  }
}
