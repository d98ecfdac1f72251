import type { orderCalls } from "#contract/orders.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { streamPages } from "#server/platform/http/stream-pages.ts";
import type { OrdersContext } from "./context.ts";
import { placeOrder } from "./place-order.ts";
import { type Cursor, toCursor } from "./sort.ts";
import { findCursor, findOrder, listAllOrders, listOwnOrders } from "./store.ts";

/** Whether there is no such order or it is another's makes no difference. */
const noSuchOrder = refuse("not-found", "There is no such order.");

const lostCursor = refuse("invalid", "The order that this page should follow is not in the list.", {
  after: "Is not an order of the list",
});

/** The calls that tell of money or move it belong to the payments. */
type OwnHandlers = Omit<Handlers<typeof orderCalls>, "pay" | "remove" | "history">;

export function orderHandlers(context: OrdersContext): OwnHandlers {
  const { db, read } = context;
  return {
    all: async ({ query }) => {
      const after = query.after && (await read((at) => findCursor(at, `${query.after}`)));
      if (query.after && !after) return lostCursor;
      if (query.limit !== undefined)
        return read((at) => listAllOrders(at, query, after || undefined));
      const page = (limit: number, next?: Cursor) =>
        read((at) => listAllOrders(at, { ...query, limit, isPiece: true }, next));
      return streamPages(page, toCursor, after || undefined);
    },
    mine: async ({ query }, { person: { _id: me } }) => {
      const after = query.after && (await read((at) => findCursor(at, `${query.after}`, me)));
      if (query.after && !after) return lostCursor;
      if (query.limit !== undefined) {
        return read((at) => listOwnOrders(at, me, query, after || undefined));
      }
      const page = (limit: number, next?: Cursor) =>
        read((at) => listOwnOrders(at, me, { ...query, limit }, next));
      return streamPages(page, toCursor, after || undefined);
    },
    one: async ({ params }, { person }) => {
      const owner = person.role === "admin" ? undefined : person._id;
      return (await findOrder(db, params.id, owner)) ?? noSuchOrder;
    },
    place: async ({ body }, { person }) => {
      const placed = await placeOrder(context, person, body);
      if (placed instanceof Refusal) return placed;
      context.publishSoon(["parts", "orders"], person._id);
      context.letters.wake();
      return placed;
    },
  };
}
