import { and, inArray, isNull, sql } from "drizzle-orm";
import type { NewPart, PartEdit, PartRecord } from "#contract/part-edits.ts";
import { refuse } from "#contract/refusals.ts";
import { toCents, toDollars } from "#contract/rules/money.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { invalidField } from "#server/platform/http/refusal-error.ts";
import { partTypes } from "./tables.ts";

export const noSuchPart = refuse("not-found", "There is no such part. It may have been removed.");

type Row = Omit<PartRecord, "price" | "deposit"> & {
  price_cents: string;
  deposit_cents: string;
  shown: string[];
};
type Stored = { record: PartRecord; shownPictures: string[] };

export async function findRecord(db: Queries, id: string): Promise<PartRecord | undefined> {
  return (await findStored(db, id))?.record;
}

export async function findStored(db: Queries, id: string): Promise<Stored | undefined> {
  const [row] = await queryRows<Row>(
    db,
    sql`
    select p.id as _id, p.name, p.img, p.description, p.minimum_quantity as "minimumQuantity",
      p.availabl_quantity as "availablQuantity", p.price_cents, p.number, p.version, p.life,
      p.pack_of as "packOf", p.low_stock as "lowStock", p.hidden,
      p.from_shelf as "fromShelf",
      p.weight_grams as weight, p.bulky, p.dangerous, p.tax_class as "taxClass",
      p.deposit_cents,
      (select slug from part_types t where t.id = p.part_type_id and t.deleted_at is null) as type,
      array(${furtherTypes}) as "furtherTypes",
      (select name from brands b where b.id = p.brand_id) as brand,
      array(${givenPictures}) as pictures,
      array(select shown from ${pictures} order by position) as shown,
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
          s.both_ways as "bothWays", s.merges, s.terms, s.since, s.reason
        from supersessions s join parts other on other.id = s.new_part
        where s.old_part = p.id order by s.choice, other.number`)} as "replacedBy",
      ${jsonRows(sql`
        select c.component_id as part, other.number, other.name, c.quantity,
          c.sold_alone as "soldAlone"
        from kit_components c join parts other on other.id = c.component_id
        where c.kit_id = p.id order by other.number`)} as components
    from parts p where p.id = ${id} and p.deleted_at is null`,
  );
  if (!row) return undefined;
  const { price_cents, deposit_cents, shown: shownPictures, ...rest } = row;
  const price = toDollars(Number(price_cents));
  const deposit = toDollars(Number(deposit_cents));
  return { record: { ...rest, price, deposit }, shownPictures };
}

const pictures = sql`(
  select 1 as position, coalesce(p.img_given, p.img) as given, p.img as shown where p.img <> ''
  union all select position, coalesce(given, address), address from part_pictures
  where part_id = p.id) pictures`;
export const furtherTypes = sql`
  select t.slug from further_part_types f join part_types t on t.id = f.part_type_id
  where f.part_id = p.id and t.id is distinct from p.part_type_id and t.deleted_at is null
  order by t.slug`;
export const givenPictures = sql`select given from ${pictures} order by position`;

const jsonRows = (query: ReturnType<typeof sql>) =>
  sql`(select coalesce(json_agg(each), '[]') from (${query}) each)`;

type Named = Pick<PartEdit, "type" | "furtherTypes" | "brand">;
export type NameIds = { types: Map<string, number>; brands: Map<string, number> };

export async function findNameIds(tx: Queries, parts: readonly Named[]): Promise<NameIds> {
  const named = parts.flatMap(({ type, furtherTypes = [] }) => [
    ...(type ? [type] : []),
    ...furtherTypes,
  ]);
  const slugs = [...new Set(named)];
  const brands = await findOrAddBrands(
    tx,
    parts.flatMap(({ brand }) => brand ?? []),
  );
  if (slugs.length === 0) return { types: new Map(), brands };
  const rows = await tx
    .select({ id: partTypes.id, slug: partTypes.slug })
    .from(partTypes)
    .where(and(inArray(partTypes.slug, slugs), isNull(partTypes.deletedAt)))
    // Until the part is stored, its type is not deleted.
    .for("share");
  const types = new Map(rows.map(({ id, slug }) => [slug, id]));
  const unknown = slugs.find((slug) => !types.has(slug));
  if (unknown !== undefined) {
    const isOwn = parts.some(({ type }) => type === unknown);
    throw invalidField(isOwn ? "type" : "furtherTypes", `There is no part type “${unknown}”`);
  }
  return { types, brands };
}

export function toColumns(part: PartEdit, { types, brands }: NameIds) {
  const { name, description, minimumQuantity, number, life, packOf, lowStock, hidden } = part;
  const { weight: weightGrams, bulky, dangerous, taxClass, fromShelf } = part;
  return {
    name,
    description,
    minimumQuantity,
    number,
    life,
    packOf,
    lowStock,
    hidden,
    weightGrams,
    bulky,
    dangerous,
    taxClass,
    fromShelf,
    depositCents: part.deposit === undefined ? undefined : toCents(part.deposit),
    priceCents: part.price === undefined ? undefined : toCents(part.price),
    img: part.pictures === undefined ? undefined : (part.pictures[0] ?? ""),
    partTypeId: toId(part.type, types),
    brandId: toId(part.brand, brands),
  };
}

function toId(name: string | null | undefined, ids: Map<string, number>) {
  return typeof name === "string" ? ids.get(name) : name;
}

export function toRow(part: NewPart, nameIds: NameIds) {
  const { name, description, minimumQuantity } = part;
  const pictures = listPictures(part);
  return {
    ...toColumns({ ...part, pictures }, nameIds),
    name,
    description,
    minimumQuantity,
    availablQuantity: 0,
    img: pictures?.[0] ?? part.img,
    priceCents: toCents(part.price),
  };
}

export function listPictures({ img, pictures }: NewPart): string[] | undefined {
  return pictures && img !== "" ? [...new Set([img, ...pictures])] : pictures;
}

export async function findOrAddBrands(
  tx: Queries,
  names: readonly string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const given = sql`unnest(${sql.param([...new Set(names)])}::text[])`;
  await tx.execute(sql`
    insert into brands (name) select name from ${given} name
    where not exists (select from brands b where lower(b.name) = lower(name.name))
    order by lower(name) on conflict do nothing`);
  const rows = await queryRows<{ name: string; id: number }>(
    tx,
    sql`select name.name, b.id from ${given} name join brands b on lower(b.name) = lower(name.name)`,
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
}
