import { ordersOf, userTag } from "#contract/tags.ts";
import type { EventInput } from "#server/platform/events/outbox.ts";

export const userEvent = (name: `user.${string}`, id: string): EventInput => ({
  name,
  about: id,
  tags: ["users", userTag(id)],
});

/** The person's own basket shows it, too. */
export const priceGroupEvent = (id: string): EventInput => ({
  name: "user.price-group-set",
  about: id,
  tags: ["users", userTag(id), ordersOf(id)],
});
