import { partTag } from "#contract/tags.ts";
import type { EventInput } from "#server/platform/events/outbox.ts";

/** A part that comes or goes changes the lists, too. */
export const partEvent = (name: "part.added" | "part.deleted", id: string): EventInput => ({
  name,
  about: id,
  tags: ["parts", partTag(id)],
});

export const priceEvent = (id: string, price: number): EventInput => ({
  name: "part.price-changed",
  about: id,
  tags: [partTag(id)],
  data: { price },
});
