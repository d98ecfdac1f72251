import { type SQL, sql } from "drizzle-orm";
import { readFilters, readSpan } from "#contract/rules/catalogue-filters.ts";
import type { ListQuery } from "#contract/search.ts";
import type { Dictionary, KnownType } from "./dictionary.ts";
import type { Size } from "./understand.ts";

/** What a list is about, and by what it is filtered besides; each filter has a key. */
export type Conditions = { base: SQL[]; filters: Map<string, SQL> };

type About = {
  type?: KnownType | undefined;
  brandId?: number | undefined;
  sizes?: readonly Size[];
  /** For each word of the search, the words of names that it may mean. */
  words?: readonly string[][];
};

export const isShown = sql`p.deleted_at is null and not p.hidden`;
/** As contract/rules/quantity.ts says. */
const isOrderable = sql`p.minimum_quantity + 1 <= p.availabl_quantity - 1`;

export function listConditions(
  dictionary: Dictionary,
  { f, brand, stock }: ListQuery,
  { type, brandId, sizes = [], words = [] }: About,
): Conditions {
  const base = [
    isShown,
    ...(type ? [sql`p.part_type_id = any(${param(type.ids)}::int[])`] : []),
    ...(brandId === undefined ? [] : [sql`p.brand_id = ${brandId}`]),
    ...words.map((each) => sql`search_words(p.name) && ${param(each)}::text[]`),
    ...sizes.map(hasSize),
  ];
  const filters = new Map<string, SQL>();
  if (stock) filters.set("stock", isOrderable);
  if (brand !== undefined) {
    const found = dictionary.brands.find(({ name }) => name.toLowerCase() === brand.toLowerCase());
    filters.set("brand", sql`p.brand_id = ${found?.id ?? 0}`);
  }
  for (const [key, values] of Object.entries(readFilters(f ?? "") ?? {})) {
    filters.set(key, hasAttribute(dictionary.attributes.get(key) ?? [], values));
  }
  return { base, filters };
}

const param = (values: readonly unknown[]) => sql.param([...values]);

function hasAttribute(attributes: readonly { id: number }[], values: readonly string[]): SQL {
  const ids = param(attributes.map(({ id }) => id));
  const numbers = values.filter((value) => /^-?\d{1,9}(\.\d{1,4})?$/.test(value)).map(Number);
  const spans = values.flatMap((value) => readSpan(value) ?? []);
  const any = [
    sql`v.choice = any(${param(values)}::text[])`,
    sql`v.number = any(${param(numbers)}::numeric[])`,
    ...spans.map(({ from, to }) => sql`v.number between ${from} and ${to}`),
  ];
  return sql`p.id in (select v.part_id from part_attributes v
    where v.attribute_id = any(${ids}::int[]) and (${sql.join(any, sql` or `)}))`;
}

/** Names may say it without an attribute. */
function hasSize({ text, attributes, numbers, choices }: Size): SQL {
  return sql`p.id in (
    select v.part_id from part_attributes v
    where v.attribute_id = any(${param(attributes.map(({ id }) => id))}::int[])
      and (v.choice = any(${param(choices)}::text[]) or v.number = any(${param(numbers)}::numeric[]))
    union all
    select named.id from parts named where search_words(named.name) && ${param([text])}::text[])`;
}
