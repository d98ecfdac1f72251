import { sql } from "drizzle-orm";
import type { LinkedPart } from "#contract/catalog.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { type Ids, isIn } from "#server/platform/database/is-in.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inKitsOnly, lowestPriceCents } from "./part-columns.ts";

export type ShownPart = {
  id: string;
  number: string;
  name: string;
  img: string;
  minimumQuantity: number;
  availablQuantity: number;
  priceCents: number;
  depositCents: number;
  lowestCents: number;
  types: string[];
  brand: string | null;
  taxClass: string;
  grams: number;
  isBulky: boolean;
  isDangerous: boolean;
  isSold: boolean;
  inKitsOnly: boolean;
  /** Of a kit that is put together from the shelf: what it needs, and how many of that are left. */
  shelf: { partId: string; quantity: number; available: number }[];
  /** Those of one choice are needed together. */
  replacedBy: (Pick<LinkedPart, "_id" | "number" | "name"> & {
    choice: number;
    quantity: number;
  })[];
};

/** Deleted and hidden ones as well, which are not sold. */
export async function listBasketParts(db: Queries, ids: Ids): Promise<Map<string, ShownPart>> {
  if (Array.isArray(ids) && ids.length === 0) return new Map();
  const rows = await queryRows<Raw>(
    db,
    sql`
    with recursive above (part_type_id, id, parent_id, slug) as (
      select id, id, parent_id, slug from part_types
        where deleted_at is null and id in (select part_type_id from parts where ${isIn(sql`id`, ids)})
      union all
      select above.part_type_id, t.id, t.parent_id, t.slug
        from part_types t join above on t.id = above.parent_id and t.deleted_at is null
    )
    select p.id, p.number, p.name, p.img, p.minimum_quantity as "minimumQuantity",
      p.availabl_quantity as "availablQuantity", p.price_cents as "priceCents",
      p.deposit_cents as "depositCents",
      ${lowestPriceCents} as "lowestCents",
      array(select slug from above where above.part_type_id = p.part_type_id) as types,
      (select name from brands b where b.id = p.brand_id) as brand, p.tax_class as "taxClass",
      coalesce(p.weight_grams, 0) as grams, p.bulky as "isBulky", p.dangerous as "isDangerous",
      p.deleted_at is null and not p.hidden and not kits.only as "isSold", kits.only as "inKitsOnly",
      case when p.from_shelf then (
        select coalesce(json_agg(json_build_object('partId', needed.part_id,
          'quantity', needed.quantity, 'available', inside.availabl_quantity)), '[]')
        from shelf_parts(array[p.id]) needed join parts inside on inside.id = needed.part_id
      ) else '[]' end as shelf,
      (select coalesce(json_agg(json_build_object('_id', other.id, 'number', other.number,
          'name', other.name, 'choice', s.choice, 'quantity', s.quantity) order by s.choice, other.number), '[]')
        from supersessions s join parts other on other.id = s.new_part
        where s.old_part = p.id and other.deleted_at is null and not other.hidden) as "replacedBy"
    from parts p cross join lateral (select ${inKitsOnly(sql`p.id`)} as only) kits
    where ${isIn(sql`p.id`, ids)}`,
  );
  return new Map(rows.map((row) => [row.id, withNumbers(row)]));
}

type Amount = "priceCents" | "depositCents" | "lowestCents";
type Raw = Omit<ShownPart, Amount> & Record<Amount, string>;

const withNumbers = (row: Raw): ShownPart => ({
  ...row,
  priceCents: Number(row.priceCents),
  depositCents: Number(row.depositCents),
  lowestCents: Number(row.lowestCents),
});
