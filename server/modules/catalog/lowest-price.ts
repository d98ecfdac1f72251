import { sql } from "drizzle-orm";

/** Of a part `p` in the catalogue, within 30 days. */
export const lowestPriceCents = sql`
  least(p.price_cents, (select min(cents) from past_prices past where past.part_id = p.id
    and past.until > shop_now() - interval '30 days'))`;
