import { type SQL, sql } from "drizzle-orm";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { maxCounted, readFilters, readSpan } from "#contract/rules/catalogue-filters.ts";
import type { ListQuery } from "#contract/search.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Attribute, Dictionary, KnownType } from "./dictionary.ts";
import { findMeanings, type Meaning } from "./find-words.ts";
import { type Size, type Understood, understand } from "./understand.ts";

export type Conditions = {
  base: SQL[];
  filters: Map<string, SQL>;
  typeIds?: number[];
  /** Parts of other types that are listed besides. */
  guests?: SQL;
  best?: SQL;
  /** Before any other order. */
  rank?: SQL;
  attributes: ReadonlyMap<string, Attribute[]>;
};

type About = {
  within?: KnownType | undefined;
  search?: Meant | undefined;
};
type Meant = {
  type: KnownType | undefined;
  typeWords: readonly string[];
  brand: Dictionary["brands"][number] | undefined;
  sizes: readonly Size[];
  words: readonly { typed: string; words: string[] }[];
  most?: number;
};

export const isShown = sql`p.deleted_at is null and not p.hidden`;
export const isOrderable = sql`p.minimum_quantity + 1 <= p.availabl_quantity - 1`;

export function listConditions(
  dictionary: Dictionary,
  { f, brand, stock, vehicle }: ListQuery,
  { within, search }: About,
): Conditions {
  const attributes = attributesOf(dictionary, within ?? search?.type);
  const filters = new Map<string, SQL>();
  if (stock) filters.set("stock", isOrderable);
  if (brand !== undefined) {
    const found = dictionary.brands.find(({ name }) => name.toLowerCase() === brand.toLowerCase());
    filters.set("brand", sql`p.brand_id = ${found?.id ?? 0}`);
  }
  for (const [key, values] of Object.entries(readFilters(f ?? "") ?? {})) {
    filters.set(key, hasAttribute(attributes.get(key) ?? [], values));
  }
  const base = [
    isShown,
    // A type may have thousands of parts, of which a vehicle has some: the others are not counted.
    ...(vehicle ? [isListedFor(vehicle)] : []),
    ...(within ? [isOfType(within)] : []),
    ...(search ? matches(search, [...attributes.values()].flat()) : []),
  ];
  const isOfSeveral = within && (within.ids.length > 1 || within.guestsOf.length > 0);
  return {
    base,
    filters,
    attributes,
    ...(isOfSeveral && { typeIds: within.ids }),
    ...(within && within.guestsOf.length > 0 && { guests: isGuestOf(within) }),
    ...(search && { best: bestFirst(search) }),
  };
}

const noSuchType = refuse("not-found", "There is no such part type. It may have been renamed.");

export function findType(
  { types }: Dictionary,
  slug: string | undefined,
): KnownType | Refusal<"not-found"> | undefined {
  if (slug === undefined) return undefined;
  const isCalled = (type: KnownType) => type.slug === slug || type.oldSlugs.includes(slug);
  return types.find(isCalled) ?? noSuchType;
}

type Search = {
  understood: Understood;
  meanings: Meaning[];
  /** None where nothing can be found. */
  conditions: Conditions | undefined;
};

export async function searchConditions(
  db: Queries,
  { q, ...list }: ListQuery & { q: string },
  dictionary: Dictionary,
  within: KnownType | undefined,
): Promise<Search> {
  const understood = understand(q, dictionary);
  const meanings = await findMeanings(db, understood.words);
  const { type: named, brand, sizes } = understood;
  const isSearch = meanings.length > 0 || named || brand || sizes.length > 0;
  const isUnknown = meanings.some(({ words }) => words.length === 0);
  if (!isSearch || (isUnknown && !named)) return { understood, meanings, conditions: undefined };
  const search = { ...understood, words: meanings };
  return { understood, meanings, conditions: listConditions(dictionary, list, { within, search }) };
}

const param = (values: readonly unknown[]) => sql.param([...values]);
export const allOf = (conditions: readonly SQL[]) =>
  sql`(${sql.join([...conditions], sql` and `)})`;

/** Equal to one value, an index gives the parts in their order. */
function isOfType(type: KnownType): SQL {
  const { ids, guestsOf } = type;
  const isOwn =
    ids.length === 1
      ? sql`p.part_type_id = ${ids[0]}`
      : sql`p.part_type_id = any(${param(ids)}::int[])`;
  return guestsOf.length === 0 ? isOwn : sql`(${isOwn} or ${isGuestOf(type)})`;
}

const isGuestOf = ({ ids }: KnownType) => sql`p.id = any(array(
  select part_id from further_part_types where part_type_id = any(${param(ids)}::int[])))`;

/** Of other types' attributes, parts of this one have no values. */
function attributesOf({ attributes }: Dictionary, type: KnownType | undefined) {
  if (!type) return attributes;
  const own = [...type.ids, ...type.guestsOf];
  const isOf = ({ typeId }: Attribute) => typeId === null || own.includes(typeId);
  return new Map([...attributes].map(([key, all]) => [key, all.filter(isOf)]));
}

const isNamed = (words: readonly string[]) => sql`search_words(p.name) && ${param(words)}::text[]`;

function matches(search: Meant, attributes: readonly Attribute[]): SQL[] {
  const { type, typeWords, brand, sizes, words, most = maxCounted + 1 } = search;
  const isAllNamed = (all: readonly string[]) =>
    allOf(all.map((word) => isNamed(withPlurals(word))));
  const choices = attributes.filter(({ kind, facet }) => kind === "choice" && facet);
  const isChosen = (typed: string) => {
    const forms = [typed, typed.replace(/^./, (first) => first.toUpperCase())];
    return isOneOf(partsWith(choices, { choices: forms }), most);
  };
  return [
    ...(type ? [sql`(${isOfType(type)} or ${isAllNamed(typeWords)})`] : []),
    ...(brand ? [sql`(p.brand_id = ${brand.id} or ${isAllNamed(brand.words)})`] : []),
    ...words.map(({ typed, words }) =>
      type && choices.length > 0 ? sql`(${isNamed(words)} or ${isChosen(typed)})` : isNamed(words),
    ),
    ...sizes.map((size) => sql`(${isNamed([size.text])} or ${hasSize(size, attributes, most)})`),
  ];
}

const withPlurals = (word: string) => [word, `${word}s`, `${word}es`, word.replace(/y$/, "ies")];

function hasSize({ attributes, numbers, choices }: Size, all: readonly Attribute[], most: number) {
  const ids = new Set(all.map(({ id }) => id));
  const own = attributes.filter(({ id }) => ids.has(id));
  return isOneOf(partsWith(own, { choices, numbers }), most);
}

const isOneOf = (parts: SQL, most: number) =>
  sql`p.id = any(array(select part_id from (${parts}) v limit ${most}))`;

/** Its type, all words in the name, in stock; false sorts before true. */
function bestFirst({ type, typeWords, brand, sizes, words }: Meant): SQL {
  const typed = [
    ...typeWords,
    ...(brand?.words ?? []),
    ...words.map(({ typed }) => typed),
    ...sizes.flatMap(({ text }) => text.split(/(?<=\d)(?=[a-z])/)),
  ];
  const patterns = typed.map((word) => `%${word.replace(/[%_\\]/g, "\\$&")}%`);
  const isOther = type ? sql`(${isOfType(type)}) is not true, ` : sql``;
  return sql`${isOther}not lower(p.name) like all(${param(patterns)}::text[]), not ${isOrderable}`;
}

const maxNumber = 1e12;

function hasAttribute(attributes: readonly Attribute[], values: readonly string[]): SQL {
  const numbers = values.filter((value) => /^-?\d{1,9}(\.\d{1,4})?$/.test(value)).map(Number);
  const spans = values.flatMap((value) => readSpan(value) ?? []);
  return sql`p.id in (${partsWith(attributes, { choices: values, numbers, spans })})`;
}

type Values = {
  choices: readonly string[];
  numbers?: readonly number[];
  spans?: readonly { from?: number; to?: number }[];
};

/** Apart by the kind of value, so that an index alone answers each. */
function partsWith(attributes: readonly Attribute[], values: Values): SQL {
  const { choices, numbers = [], spans = [] } = values;
  const idsOf = (kind: Attribute["kind"]) =>
    param(attributes.filter((each) => each.kind === kind).map(({ id }) => id));
  const those = (kind: Attribute["kind"], isSo: SQL) => sql`
    select v.part_id from part_attributes v
    where v.attribute_id = any(${idsOf(kind)}::int[]) and ${isSo}`;
  const found = [
    those("choice", sql`v.choice = any(${param(choices)}::text[])`),
    ...(numbers.length > 0
      ? [those("number", sql`v.number = any(${param(numbers)}::numeric[])`)]
      : []),
    ...spans.map(({ from = -maxNumber, to = maxNumber }) =>
      those("number", sql`v.number between ${from} and ${to}`),
    ),
  ];
  return sql.join(found, sql` union all `);
}

/** Parts with applications for it; whether they fit goes by what is known of the car. */
export const isListedFor = (vehicle: string): SQL => sql`p.id in (
  select a.part_id from vehicles v
  join applications a on a.model_id = v.model_id and a.years @> v.year::int
  where v.id = ${Number(vehicle)})`;

export async function findVehicleName(
  db: Queries,
  vehicle: string | undefined,
): Promise<string | null> {
  if (vehicle === undefined) return null;
  const [row] = await queryRows<{ name: string }>(
    db,
    sql`select v.year || ' ' || k.name || ' ' || m.name as name
    from vehicles v join models m on m.id = v.model_id join makes k on k.id = m.make_id
    where v.id = ${Number(vehicle)}`,
  );
  return row?.name ?? null;
}
