import { ordersOf, orderTag } from "#contract/tags.ts";
import type { EventInput } from "#server/platform/events/outbox.ts";

type Order = { id: string; userId: string | null; state?: string };

/** Told to admins, and to the customer while there is one. */
export function orderEvent(name: `order.${string}`, { id, userId, state }: Order): EventInput {
  return {
    name,
    about: id,
    tags: ["orders", orderTag(id), ...(userId ? [ordersOf(userId)] : [])],
    data: { ...(state && { state }) },
  };
}
