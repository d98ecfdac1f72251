import { type SQL, sql } from "drizzle-orm";

/** Of a part `p` in the catalogue, within 30 days. */
export const lowestPriceCents = sql`
  least(p.price_cents, (select min(cents) from past_prices past where past.part_id = p.id
    and past.until > shop_now() - interval '30 days'))`;

const shownKits = (part: SQL) => sql`from kit_components c join parts kit on kit.id = c.kit_id
  where c.component_id = ${part} and not c.sold_alone and kit.deleted_at is null and not kit.hidden`;

export const inKitsOnly = (part: SQL) => sql<boolean>`exists (select ${shownKits(part)})`;

export const kitOfPart = (part: SQL) => sql<{ number: string; name: string } | null>`(
  select json_build_object('number', kit.number, 'name', kit.name) ${shownKits(part)}
  order by kit.number limit 1)`;
