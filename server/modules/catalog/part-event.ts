import type { PartEdit, PartRecord } from "#contract/catalog.ts";
import { partTag, partTypesTag } from "#contract/tags.ts";
import type { EventInput } from "#server/platform/events/outbox.ts";

/** A part that comes or goes changes the lists, too. */
export const partEvent = (name: "part.added" | "part.deleted", id: string): EventInput => ({
  name,
  about: id,
  tags: ["parts", partTag(id), partTypesTag],
});

/** Parts are counted by these; a new brand or attribute shows in the tree as well. */
const counted = new Set<keyof PartEdit>(["type", "hidden", "life", "attributes"]);

/** A new price is shown at once; after other changes, what shows the part is fetched again. */
export function editEvent(
  { _id: id, price }: PartRecord,
  changed: readonly (keyof PartEdit)[],
): EventInput {
  if (changed.join() === "price") {
    return { name: "part.price-changed", about: id, tags: [partTag(id)], data: { price } };
  }
  const isCounted = changed.some((field) => counted.has(field));
  const tags = ["parts", partTag(id), ...(isCounted ? [partTypesTag] : [])];
  return { name: "part.edited", about: id, tags };
}
