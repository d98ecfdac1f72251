import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { insertEvents } from "#server/platform/events/outbox.ts";

/** Shown is the lowest price of 30 days: pages that show one which is older are rendered again. */
export async function deletePastPrices(db: Queries): Promise<void> {
  await db.execute(sql`
    with gone as (delete from past_prices where until <= shop_now() - interval '30 days'
      returning part_id)
    ${insertEvents(sql`
      select distinct 'part.past-price-deleted', part_id::text, array['part:' || part_id], '{}'::jsonb
      from gone`)}`);
}
