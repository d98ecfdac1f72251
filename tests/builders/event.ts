import { sql } from "drizzle-orm";
import { everyPartTag, partKinds } from "#contract/tags.ts";
import type { Queries } from "#server/platform/database/connect.ts";
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

const changeTags = {
  parts: [...partKinds, everyPartTag],
  reviews: ["reviews"],
  users: ["users", "user:*"],
  orders: ["orders", "order:*", "orders-of:*"],
};

/** For what is changed behind the shop's back: every process is told that such things changed. */
export async function storeChange(db: Queries, of: keyof typeof changeTags): Promise<void> {
  await storeEvents(db, [{ name: `${of}.changed`, about: "*", tags: changeTags[of] }]);
  await db.execute(sql`select pg_notify('outbox', '')`);
}

/** Events are stored without this tag, until the returned function is called. */
export async function loseTag(db: Queries, tag: string): Promise<() => Promise<void>> {
  await db.execute(
    sql.raw(`
    create function lose_tag() returns trigger language plpgsql as $$
    begin new.tags = array_remove(new.tags, '${tag}'); return new; end $$;
    create trigger loses_tag before insert on outbox for each row execute function lose_tag();`),
  );
  return async () => {
    await db.execute(sql`drop function lose_tag cascade`);
  };
}
