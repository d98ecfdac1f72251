import type { Order, orderCalls } from "#contract/orders.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { streamPages } from "#server/platform/http/stream-pages.ts";
import { findCursor, listAllOrders, listOwnOrders } from "./list-orders.ts";
import { placeOrder } from "./place-order.ts";
import { noSuchOrder } from "./refusals.ts";
import { searchOrders } from "./search-orders.ts";
import { type Cursor, toCursor } from "./sort.ts";
import { findOrder } from "./store.ts";

type OwnHandlers = Omit<Handlers<typeof orderCalls>, "pay" | "remove" | "history">;

const lostCursor = refuse("invalid", "The order that this page should follow is not in the list.", {
  after: "Is not an order of the list",
});

type Page = { limit?: number | undefined; after?: string | undefined };
type FetchPage = (db: Queries, limit: number, after?: Cursor) => Promise<Order[]>;

export function orderHandlers(context: Context): OwnHandlers {
  const { db, read } = context;

  async function answerList(
    { limit, after: id }: Page,
    owner: string | undefined,
    list: FetchPage,
  ) {
    const after = id ? await read((db) => findCursor(db, id, owner)) : undefined;
    if (id && !after) return lostCursor;
    if (limit) return read((db) => list(db, limit, after));
    return streamPages((limit, after) => read((db) => list(db, limit, after)), toCursor, after);
  }

  return {
    all: ({ query }) =>
      answerList(query, undefined, (db, limit, after) =>
        // Search gives up after a while; a whole list must be complete.
        query.q && query.limit
          ? searchOrders(db, { ...query, q: query.q, limit }, after)
          : listAllOrders(db, { ...query, limit }, after),
      ),
    mine: ({ query }, { person }) =>
      answerList(query, person._id, (db, limit, after) =>
        listOwnOrders(db, person._id, { ...query, limit }, after),
      ),
    one: async ({ params }, { person }) => {
      const owner = person.role === "admin" ? undefined : person._id;
      return (await findOrder(db, params.id, owner)) ?? noSuchOrder;
    },
    place: placeOrder(context),
  };
}
