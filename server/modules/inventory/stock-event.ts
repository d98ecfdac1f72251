import { type SQL, sql } from "drizzle-orm";
import { insertEvents } from "#server/platform/events/outbox.ts";

export const insertStockEvents = (changed: SQL) =>
  insertEvents(sql`
    select 'part.stock-changed', part_id::text, array['part:' || part_id],
      jsonb_build_object('availablQuantity', available)
    from ${changed}`);
