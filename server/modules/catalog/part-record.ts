import { sql } from "drizzle-orm";
import type { PartRecord } from "#contract/catalog.ts";
import { toDollars } from "#contract/rules/money.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

type Row = Omit<PartRecord, "price" | "pictures"> & { price_cents: string; further: string[] };

/** Everything of a part, in one query; not if it is deleted. */
export async function findRecord(db: Queries, id: string): Promise<PartRecord | undefined> {
  const [row] = await queryRows<Row>(
    db,
    sql`
    select p.id as _id, p.name, p.img, p.description, p.minimum_quantity as "minimumQuantity",
      p.availabl_quantity as "availablQuantity", p.price_cents, p.number, p.version, p.life,
      p.pack_of as "packOf", p.low_stock as "lowStock", p.hidden,
      (select slug from part_types t where t.id = p.part_type_id) as type,
      (select name from brands b where b.id = p.brand_id) as brand,
      array(select address from part_pictures where part_id = p.id order by position) as further,
      ${jsonRows(sql`
        select a.name, a.unit, coalesce(to_json(v.number), to_json(v.choice)) as value
        from part_attributes v join attributes a on a.id = v.attribute_id
        where v.part_id = p.id order by a.id`)} as attributes,
      ${jsonRows(sql`
        select n.kind, b.name as brand, n.written, n.pieces, n.note
        from part_numbers n left join brands b on b.id = n.brand_id
        where n.part_id = p.id and n.kind <> 'own'
        order by array_position(array['gtin', 'oe', 'competitor', 'old'], n.kind), b.name, n.norm`)}
        as numbers,
      ${jsonRows(sql`
        select s.new_part as part, other.number, other.name, s.choice, s.quantity,
          s.both_ways as "bothWays", s.since, s.reason
        from supersessions s join parts other on other.id = s.new_part
        where s.old_part = p.id order by s.choice, other.number`)} as "replacedBy"
    from parts p where p.id = ${id} and p.deleted_at is null`,
  );
  if (!row) return undefined;
  const { price_cents, further, ...record } = row;
  const pictures = [record.img, ...further].filter((address) => address !== "");
  return { ...record, price: toDollars(Number(price_cents)), pictures };
}

const jsonRows = (query: ReturnType<typeof sql>) =>
  sql`(select coalesce(json_agg(each), '[]') from (${query}) each)`;

export type FoundPart = { id: string; isDeleted: boolean; isHidden: boolean };

/** By its id, its own number or an earlier one in any spelling. What people can see goes first. */
export async function findPartByNumber(
  db: Queries,
  idOrNumber: string,
): Promise<FoundPart | undefined> {
  const columns = sql`p.id, p.deleted_at is not null as "isDeleted", p.hidden as "isHidden"`;
  const [found] = await queryRows<FoundPart>(
    db,
    isId(idOrNumber)
      ? sql`select ${columns} from parts p where p.id = ${idOrNumber}`
      : sql`select ${columns} from part_numbers n join parts p on p.id = n.part_id
          where n.norm = part_number_norm(${idOrNumber}) and n.kind in ('own', 'old')
          order by p.hidden, p.deleted_at is not null, n.kind = 'old', n.id limit 1`,
  );
  return found;
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
