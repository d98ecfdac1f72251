import type { orderCalls } from "#contract/orders.ts";
import { type Handler, type Handlers, notBuiltYet } from "#server/http/handler.ts";
import type { Shop } from "#server/shop.ts";

/** What moves money is the payments' work. */
type MoneyMoves = {
  pay: Handler<typeof orderCalls.pay>;
  remove: Handler<typeof orderCalls.remove>;
};

export function orderHandlers(_shop: Shop, moves: MoneyMoves): Handlers<typeof orderCalls> {
  return {
    all: notBuiltYet,
    mine: notBuiltYet,
    one: notBuiltYet,
    history: notBuiltYet,
    place: notBuiltYet,
    ...moves,
  };
}
