import { sql } from "drizzle-orm";
import { toDollars } from "#contract/rules/money.ts";
import type { ListedPart } from "#contract/search.ts";

/** Of `parts p`. */
export const listedColumns = sql`p.id as _id, p.name, p.img, p.minimum_quantity as "minimumQuantity",
  p.availabl_quantity as "availablQuantity", p.price_cents, p.number, p.life,
  coalesce(p.availabl_quantity <= p.low_stock, false) as "isLow",
  array(select case when v.choice is not null then concat_ws(' ', v.choice, a.unit)
      else concat_ws(' ', case when a.unit is null then lower(a.name) end, trim_scale(v.number), a.unit)
    end
    from part_attributes v join attributes a on a.id = v.attribute_id
    where v.part_id = p.id order by a.id limit 3) as facts`;

export type ListedRow = Omit<ListedPart, "price"> & { price_cents: string };

export function toListedPart(row: ListedRow): ListedPart {
  const { _id, name, img, minimumQuantity, availablQuantity, number, life, facts, isLow } = row;
  const price = toDollars(Number(row.price_cents));
  return { _id, name, img, minimumQuantity, availablQuantity, price, number, life, facts, isLow };
}
