import type { orderCalls } from "#contract/orders.ts";
import { type Handlers, notBuiltYet } from "#server/http/handler.ts";

export function orderHandlers(): Handlers<typeof orderCalls> {
  return {
    all: notBuiltYet,
    mine: notBuiltYet,
    one: notBuiltYet,
    place: notBuiltYet,
    pay: notBuiltYet,
    remove: notBuiltYet,
  };
}
