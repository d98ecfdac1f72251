import { everyPartTag, partTag, tagKind } from "#contract/tags.ts";
import type { Events } from "#server/platform/events/open-events.ts";
import type { ShopEvent } from "#server/platform/events/outbox.ts";
import type { ListedPart } from "./list-parts.ts";

/** About a kilobyte each. */
const maxParts = 2_000;

type Rows = Map<string, ListedPart>;

export type PartRows = {
  all(load: (limit: number) => Promise<ListedPart[]>): Promise<ListedPart[] | undefined>;
};

/**
 * Keeps the list of a small shop: a change of stock or price is applied without a query. Once there
 * were too many, it is not tried again: that would load them after each new part, for nothing.
 */
export function keepPartRows(events: Pick<Events, "onEvents" | "isCurrent">): PartRows {
  let kept: Rows | "too many" | undefined;
  const loads = new Set<(ShopEvent | undefined)[]>();

  events.onEvents((happened) => {
    for (const event of happened ?? [undefined]) {
      for (const load of loads) load.push(event);
      if (kept && kept !== "too many") kept = apply(kept, event);
    }
  });

  return {
    async all(load) {
      if (kept && events.isCurrent()) return kept === "too many" ? undefined : [...kept.values()];
      const meanwhile: (ShopEvent | undefined)[] = [];
      loads.add(meanwhile);
      const loaded = await load(maxParts + 1).finally(() => loads.delete(meanwhile));
      if (loaded.length > maxParts) {
        kept = "too many";
        return undefined;
      }
      let rows: Rows | undefined = new Map(loaded.map((part) => [part._id, part]));
      for (const event of meanwhile) rows = rows && apply(rows, event);
      kept = rows;
      return rows ? [...rows.values()] : loaded;
    },
  };
}

const aPart = tagKind(everyPartTag);

/** New values are put in their place; after any other change of parts, all are loaded again. */
function apply(rows: Rows, event: ShopEvent | undefined): Rows | undefined {
  if (!event) return undefined;
  const { tags, about, data } = event;
  if (!tags.some((tag) => tag === "parts" || tagKind(tag) === aPart)) return rows;
  if (tags.includes("parts") || !tags.includes(partTag(about)) || Object.keys(data).length === 0)
    return undefined;
  const part = rows.get(about);
  if (part) rows.set(about, { ...part, ...data });
  return rows;
}
