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
  const failed = [...filters].map(
    ([key, condition]) => sql`case when ${condition} then null else ${key}::text end`,
  );
  const offered = [...attributes].flatMap(([key, all]) =>
    all.filter(({ facet }) => facet).map(({ id }) => ({ id, key })),
  );
  const ids = offered.map(({ id }) => id);
  const isOfType = attributes !== dictionary.attributes;
  const rows = await queryRows<Count>(
    db,
    sql`
    with base as materialized (
      select p.id, p.position, p.name, p.part_type_id, p.brand_id, p.price_cents,
        p.minimum_quantity, p.availabl_quantity
      from parts p where ${sql.join(base, sql` and `)} limit ${maxCounted + 1}
    ), marked as materialized (
      select p.*, ${isOrderable} as orderable,
        array_remove(array[${sql.join([sql`null::text`, ...failed], sql`, `)}], null) as failed
      from base p
    ), offered (id, key) as (
      select * from unnest(${sql.param(ids)}::int[],
        ${sql.param(offered.map(({ key }) => key))}::text[])
    )
    select 'all' as what, null::int as id, null as value,
      count(*) filter (where failed = '{}')::int as parts from marked
    union all select 'without', null, key, count(*) filter (where failed <@ array[key])::int
      from marked, unnest(${sql.param([...filters.keys()])}::text[]) key group by key
    union all select 'base', null, null, count(*)::int from marked
    union all select 'stock', null, null, count(*) filter (where orderable and failed <@ '{stock}')::int
      from marked
    union all select 'type', type, null, count(*) filter (where failed = '{}')::int
      from (select part_type_id as type, failed from marked
        union all select f.part_type_id, failed from marked m join further_part_types f
          on f.part_id = m.id and f.part_type_id is distinct from m.part_type_id) typed
      where type is not null group by type
    union all select 'brand', brand_id, null, count(*) filter (where failed <@ '{brand}')::int
      from marked where brand_id is not null group by brand_id
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

const countValues = (value: SQL, values: SQL, column: SQL) => sql`
  union all select 'attribute', v.attribute_id, ${value},
    count(*) filter (where failed <@ array[o.key])::int
  from marked m ${values} join offered o on o.id = v.attribute_id
  where (select count(*) from marked) <= ${maxCounted}
  group by v.attribute_id, ${column}`;

/** A type has few attributes: all values are read, from indexes alone. */
function countValuesOfType(ids: readonly number[]): SQL {
  const valuesOf = (column: SQL) => sql`join part_attributes v
    on v.part_id = m.id and ${column} is not null and v.attribute_id = any(${sql.param(ids)}::int[])`;
  const [choice, number] = [sql`v.choice`, sql`v.number`];
  return sql`${countValues(choice, valuesOf(choice), choice)}
    ${countValues(sql`trim_scale(v.number)::text`, valuesOf(number), number)}`;
}

/** More than a part has. */
const maxAttributes = 100;

/** Those of all types are very many: what each part has is looked up. */
const countValuesOfParts = countValues(
  sql`coalesce(v.choice, trim_scale(v.number)::text)`,
  sql`cross join lateral (
    select * from part_attributes v where v.part_id = m.id limit ${maxAttributes}) v`,
  sql`v.choice, v.number`,
);

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
  const byParts = values.sort((a, b) => b.parts - a.parts || a.value.localeCompare(b.value));
  const most = byParts.slice(0, maxValues);
  return isNumber ? most.sort((a, b) => Number(a.value) - Number(b.value)) : most;
}
