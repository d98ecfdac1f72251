import { storeEvents } from "#server/platform/events/outbox.ts";
import type { OpenShop } from "../open-shop.ts";

/** A change of what has these tags, known to this process. */
export async function announceChange(
  { shop }: Pick<OpenShop, "shop">,
  tags: string[],
  data: Record<string, unknown> = {},
): Promise<void> {
  const about = tags[0]?.split(":")[1] ?? "";
  await storeEvents(shop.db, [{ name: "test.changed", about, tags, data }]);
  await shop.events.publish();
}

/** As if so much had happened in this order. */
export async function announceEvents(
  { shop }: Pick<OpenShop, "shop">,
  events: { name: string; about: string; data: Record<string, unknown> }[],
): Promise<void> {
  await storeEvents(
    shop.db,
    events.map((event) => ({ ...event, tags: [] })),
  );
  await shop.events.publish();
}
