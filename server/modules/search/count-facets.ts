import { type SQL, sql } from "drizzle-orm";
import { maxCounted } from "#contract/rules/catalogue-filters.ts";
import type { Facets, FacetValue } from "#contract/search.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Attribute, Dictionary, Shop } from "./dictionary.ts";
import { type Conditions, isOrderable } from "./list-conditions.ts";

type Count = {
  what: "all" | "without" | "base" | "stock" | "type" | "brand" | "attribute" | "page";
  id: number | null;
  value: string | null;
  parts: number;
};

export type Counts = {
  total: number;
  facets: Facets | null;
  without: { key: string; parts: number }[];
};
type Counted = {
  counts: Counts;
  isWhole: boolean;
  ids: string[];
};

export async function countFacets(
  { db, dictionary }: Shop,
  { base, filters, attributes }: Conditions,
  page: SQL,
): Promise<Counted> {
  const keys = [...filters.keys()];
  const bitOf = (key: string) => (filters.has(key) ? 1 << keys.indexOf(key) : 0);
  const failed = [...filters].map(
    ([key, condition]) => sql`case when ${condition} then 0 else ${bitOf(key)}::int end`,
  );
  const offered = [...attributes].flatMap(([key, all]) =>
    all.filter(({ facet }) => facet).map(({ id }) => ({ id, bit: bitOf(key) })),
  );
  const ids = offered.map(({ id }) => id);
  const isOfType = attributes !== dictionary.attributes;
  const rows = await queryRows<Count>(
    db,
    sql`
    with marked as materialized (
      select p.*, ${isOrderable} as orderable, ${sql.join([sql`0`, ...failed], sql` + `)} as failed
      from (
        select p.id, p.position, p.name, p.part_type_id, p.brand_id, p.price_cents,
          p.minimum_quantity, p.availabl_quantity
        from parts p where ${sql.join(base, sql` and `)} limit ${maxCounted + 1}
      ) p
    ), alike as materialized (
      select part_type_id, brand_id, orderable, failed, count(*)::int as parts
      from marked group by part_type_id, brand_id, orderable, failed
    ), offered (id, bit) as (
      select * from unnest(${sql.param(ids)}::int[],
        ${sql.param(offered.map(({ bit }) => bit))}::int[])
    )
    select 'all' as what, null::int as id, null as value,
      ${countListed} as parts from alike
    union all select 'without', null, key, ${countFailing(sql`bit`)}
      from alike, unnest(${sql.param(keys)}::text[], ${sql.param(keys.map(bitOf))}::int[])
        filters (key, bit)
      group by key
    union all select 'base', null, null, sum(parts)::int from alike
    union all select 'stock', null, null, ${countFailing(sql`${bitOf("stock")}::int`)}
      from alike where orderable
    union all select 'type', type, null, ${countListed}
      from (select part_type_id as type, failed, parts from alike
        union all select f.part_type_id, failed, 1 from marked m join further_part_types f
          on f.part_id = m.id and f.part_type_id is distinct from m.part_type_id) typed
      where type is not null group by type
    union all select 'brand', brand_id, null, ${countFailing(sql`${bitOf("brand")}::int`)}
      from alike where brand_id is not null group by brand_id
    ${isOfType ? countValuesOfType(ids) : countValuesOfParts}
    union all select 'page', null, page.id::text, 0 from (${page}) page`,
  );
  const numberOf = (what: Count["what"]) => rows.find((row) => row.what === what)?.parts ?? 0;
  const isWhole = numberOf("base") <= maxCounted;
  const valuesOf = (what: Count["what"]) =>
    rows.flatMap((row) => (row.what === what && row.value !== null ? [row] : []));
  const counts = {
    total: Math.min(numberOf("all"), maxCounted),
    facets: isWhole ? toFacets(rows, numberOf("stock"), dictionary) : null,
    without: valuesOf("without").map(({ value, parts }) => ({ key: value ?? "", parts })),
  };
  return { counts, isWhole, ids: valuesOf("page").map(({ value }) => value ?? "") };
}

/** `failed` has a bit for each filter. */
const countFailing = (bit: SQL) =>
  sql`coalesce(sum(parts) filter (where failed & ~${bit} = 0), 0)::int`;
const countListed = countFailing(sql`0`);

const countValues = (values: SQL) => sql`
  union all select 'attribute', v.attribute_id, coalesce(v.choice, trim_scale(v.number)::text),
    ${countFailing(sql`o.bit`)}
  from (
    select v.attribute_id, v.choice, v.number, m.failed, count(*)::int as parts
    from marked m ${values}
    where (select sum(parts) from alike) <= ${maxCounted}
    group by v.attribute_id, v.choice, v.number, m.failed
  ) v join offered o on o.id = v.attribute_id
  group by v.attribute_id, v.choice, v.number`;

/** A type has few attributes: all values are read, from indexes alone. */
function countValuesOfType(ids: readonly number[]): SQL {
  const isOffered = sql`attribute_id = any(${sql.param(ids)}::int[])`;
  return countValues(sql`join (
    select part_id, attribute_id, choice, null::numeric as number from part_attributes
    where choice is not null and ${isOffered}
    union all select part_id, attribute_id, null, number from part_attributes
    where number is not null and ${isOffered}) v on v.part_id = m.id`);
}

/** More than a part has. */
const maxAttributes = 100;

/** Those of all types are very many: what each part has is looked up. */
const countValuesOfParts = countValues(sql`cross join lateral (
  select * from part_attributes v where v.part_id = m.id limit ${maxAttributes}) v`);

function toFacets(rows: readonly Count[], inStock: number, dictionary: Dictionary): Facets {
  const { types, brands, attributes } = dictionary;
  return {
    types: nameValues(rows, "type", types, ({ slug }) => slug),
    brands: nameValues(rows, "brand", brands, ({ name }) => name),
    inStock,
    attributes: [...attributes].flatMap(([key, all]) => {
      const isNumber = all.every(({ kind }) => kind === "number");
      const values = attributeValues(rows, all, isNumber);
      const [first] = all;
      return first && values.length > 1
        ? [{ key, name: first.name, unit: first.unit, isNumber, values }]
        : [];
    }),
  };
}

function nameValues<Named extends { id: number; name: string }>(
  rows: readonly Count[],
  what: Count["what"],
  named: readonly Named[],
  toValue: (each: Named) => string,
): FacetValue[] {
  return named.flatMap((each) => {
    const row = rows.find((row) => row.what === what && row.id === each.id);
    return row ? [{ value: toValue(each), label: each.name, parts: row.parts }] : [];
  });
}

const maxValues = 30;

function attributeValues(
  rows: readonly Count[],
  all: readonly Attribute[],
  isNumber: boolean,
): FacetValue[] {
  const ids = new Set(all.map(({ id }) => id));
  const parts = new Map<string, number>();
  for (const row of rows) {
    if (row.what !== "attribute" || row.value === null || !ids.has(row.id ?? 0)) continue;
    parts.set(row.value, (parts.get(row.value) ?? 0) + row.parts);
  }
  const unit = all[0]?.unit;
  const values = [...parts].map(([value, parts]) => ({
    value,
    parts,
    label: unit ? `${value} ${unit}` : value,
  }));
  const byParts = values.sort((a, b) => b.parts - a.parts || a.value.localeCompare(b.value, "en"));
  const most = byParts.slice(0, maxValues);
  return isNumber ? most.sort((a, b) => Number(a.value) - Number(b.value)) : most;
}
