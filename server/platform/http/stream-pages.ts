export type PageStream<Item> = AsyncIterable<Item[]>;

const pageSize = 250;

export async function streamPages<Item, Cursor>(
  fetchPage: (limit: number, after?: Cursor) => Promise<Item[]>,
  cursorOf: (last: Item) => Cursor,
  first?: Cursor,
): Promise<Item[] | PageStream<Item>> {
  const page = await fetchPage(pageSize, first);
  return page.length < pageSize ? page : pagesFrom(page);

  async function* pagesFrom(page: Item[]): PageStream<Item> {
    for (;;) {
      yield page;
      const last = page.at(-1);
      if (!last || page.length < pageSize) return;
      page = await fetchPage(pageSize, cursorOf(last));
    }
  }
}

export function isPageStream(reply: unknown): reply is PageStream<unknown> {
  return typeof reply === "object" && reply !== null && Symbol.asyncIterator in reply;
}
