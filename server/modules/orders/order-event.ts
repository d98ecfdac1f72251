import { ordersOf, orderTag } from "#contract/tags.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { type EventInput, storeEvents } from "#server/platform/events/outbox.ts";

type EventName = `order.${string}`;
type Order = { id: string; userId: string | null; state?: string };

export function orderEvent(name: EventName, { id, userId, state }: Order): EventInput {
  return {
    name,
    about: id,
    tags: ["orders", orderTag(id), ...(userId ? [ordersOf(userId)] : [])],
    data: { ...(state && { state }) },
  };
}

export function storeOrderEvent(tx: Queries, name: EventName, order: Order): Promise<void> {
  return storeEvents(tx, [orderEvent(name, order)]);
}
