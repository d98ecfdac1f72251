import { sql } from "drizzle-orm";
import { maxCounted } from "#contract/rules/catalogue-filters.ts";
import type { Facets, FacetValue } from "#contract/search.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Attribute, Dictionary } from "./dictionary.ts";
import type { Conditions } from "./list-conditions.ts";

type Count = {
  what: "all" | "without" | "base" | "stock" | "type" | "brand" | "attribute";
  id: number | null;
  value: string | null;
  parts: number;
};

export type Counts = {
  total: number;
  facets: Facets | null;
  without: { key: string; parts: number }[];
};

/** The numbers of a list's filters, of each without the filter itself. */
export async function countFacets(
  db: Queries,
  { base, filters }: Conditions,
  dictionary: Dictionary,
): Promise<Counts> {
  const failed = [...filters].map(
    ([key, condition]) => sql`case when ${condition} then null else ${key}::text end`,
  );
  const offered = [...dictionary.attributes].flatMap(([key, all]) =>
    all.filter(({ facet }) => facet).map(({ id }) => ({ id, key })),
  );
  const rows = await queryRows<Count>(
    db,
    sql`
    with base as materialized (
      select p.id, p.part_type_id, p.brand_id, p.minimum_quantity, p.availabl_quantity
      from parts p where ${sql.join(base, sql` and `)} limit ${maxCounted + 1}
    ), marked as materialized (
      select p.id, p.part_type_id, p.brand_id,
        p.minimum_quantity + 1 <= p.availabl_quantity - 1 as orderable,
        array_remove(array[${sql.join([sql`null::text`, ...failed], sql`, `)}], null) as failed
      from base p
    ), offered (id, key) as (
      select * from unnest(${sql.param(offered.map(({ id }) => id))}::int[],
        ${sql.param(offered.map(({ key }) => key))}::text[])
    )
    select 'all' as what, null::int as id, null as value,
      count(*) filter (where failed = '{}')::int as parts from marked
    union all select 'without', null, key, count(*) filter (where failed <@ array[key])::int
      from marked, unnest(${sql.param([...filters.keys()])}::text[]) key group by key
    union all select 'base', null, null, count(*)::int from marked
    union all select 'stock', null, null, count(*) filter (where orderable and failed <@ '{stock}')::int
      from marked
    union all select 'type', part_type_id, null, count(*) filter (where failed = '{}')::int
      from marked where part_type_id is not null group by part_type_id
    union all select 'brand', brand_id, null, count(*) filter (where failed <@ '{brand}')::int
      from marked where brand_id is not null group by brand_id
    union all select 'attribute', v.attribute_id, coalesce(v.choice, trim_scale(v.number)::text),
      count(*) filter (where failed <@ array[o.key])::int
      from marked m join part_attributes v on v.part_id = m.id join offered o on o.id = v.attribute_id
      group by v.attribute_id, 3`,
  );
  const numberOf = (what: Count["what"]) => rows.find((row) => row.what === what)?.parts ?? 0;
  const isCounted = numberOf("base") <= maxCounted;
  return {
    total: Math.min(numberOf("all"), maxCounted),
    facets: isCounted ? toFacets(rows, numberOf("stock"), dictionary) : null,
    without: rows.flatMap(({ what, value, parts }) =>
      what === "without" && value !== null ? [{ key: value, parts }] : [],
    ),
  };
}

function toFacets(rows: readonly Count[], inStock: number, dictionary: Dictionary): Facets {
  const { types, brands, attributes } = dictionary;
  return {
    types: nameValues(rows, "type", types, ({ slug }) => slug),
    brands: nameValues(rows, "brand", brands, ({ name }) => name),
    inStock,
    attributes: [...attributes].flatMap(([key, all]) => {
      const values = attributeValues(rows, all);
      const [first] = all;
      return first && values.length > 1
        ? [{ key, name: first.name, unit: first.unit, values }]
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

/** Numbers by size, choices by how many parts have them. */
function attributeValues(rows: readonly Count[], all: readonly Attribute[]): FacetValue[] {
  const ids = new Set(all.map(({ id }) => id));
  const parts = new Map<string, number>();
  for (const row of rows) {
    if (row.what !== "attribute" || row.value === null || !ids.has(row.id ?? 0)) continue;
    parts.set(row.value, (parts.get(row.value) ?? 0) + row.parts);
  }
  const unit = all[0]?.unit;
  const values = [...parts].map(([value, parts]) => ({
    ...{ value, parts },
    label: unit ? `${value} ${unit}` : value,
  }));
  const isNumber = all.every(({ kind }) => kind === "number");
  const byParts = values.sort((a, b) => b.parts - a.parts || a.value.localeCompare(b.value));
  const most = byParts.slice(0, maxValues);
  return isNumber ? most.sort((a, b) => Number(a.value) - Number(b.value)) : most;
}
