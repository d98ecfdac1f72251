import { sql } from "drizzle-orm";
import { toSlug } from "#contract/rules/part-path.ts";
import { searchWords, singular } from "#contract/rules/search-words.ts";
import type { ChangeKind } from "#contract/tags.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Events } from "#server/platform/events/open-events.ts";

type TypeRow = {
  id: number;
  parentId: number | null;
  slug: string;
  name: string;
  synonyms: string[];
  /** Their addresses lead to the present one. */
  oldSlugs: string[];
};
export type Attribute = {
  id: number;
  typeId: number | null;
  name: string;
  unit: string | null;
  kind: "choice" | "number";
  facet: boolean;
};
export type KnownType = TypeRow & {
  ids: number[];
  /** Types of the parts that are listed under this one besides. */
  guestsOf: number[];
  path: { slug: string; name: string }[];
  names: { text: string; words: string[] }[];
  /** The words of each name, as a search is compared with them. */
  phrases: string[];
};

type Brand = { id: number; name: string; words: string[] };

/** The words that the shop itself uses: few, so that each process keeps them. */
export type Dictionary = {
  types: KnownType[];
  brands: Brand[];
  /** As they are looked for in a search: "brake disc" before "brake". */
  typeNames: { type: KnownType; words: string[] }[];
  brandNames: Brand[];
  /** Of the names of types and brands. */
  ownWords: string[];
  attributes: Map<string, Attribute[]>;
  attributesById: Map<number, Attribute>;
};

export type Shop = { db: Queries; dictionary: Dictionary };

export type ReadDictionary = (db: Queries) => Promise<Dictionary>;

const kinds: readonly string[] = [
  "part-types",
  "part-names",
  "part-attributes",
] satisfies ChangeKind[];

export function keepDictionary(events: Pick<Events, "onEvents" | "isCurrent">): ReadDictionary {
  let kept: Promise<Dictionary> | undefined;
  events.onEvents((happened) => {
    if (!happened || happened.some(({ tags }) => tags.some((tag) => kinds.includes(tag))))
      kept = undefined;
  });
  return (db) => {
    if (kept && events.isCurrent()) return kept;
    const loading = loadDictionary(db);
    kept = loading;
    loading.catch(() => {
      if (kept === loading) kept = undefined;
    });
    return loading;
  };
}

async function loadDictionary(db: Queries): Promise<Dictionary> {
  const types = await queryRows<TypeRow>(
    db,
    sql`
    select id, parent_id as "parentId", slug, name, synonyms,
      array(select slug from part_type_slugs where part_type_id = t.id) as "oldSlugs"
    from part_types t where deleted_at is null order by name`,
  );
  const guests = await queryRows<{ id: number; own: (number | null)[] }>(
    db,
    sql`select f.part_type_id as id, array_agg(distinct p.part_type_id) as own
      from further_part_types f join parts p on p.id = f.part_id group by f.part_type_id`,
  );
  const brands = await queryRows<{ id: number; name: string }>(
    db,
    sql`select id, name from brands order by name`,
  );
  const attributes = await queryRows<Attribute>(
    db,
    sql`select id, part_type_id as "typeId", name, unit, kind, facet from attributes a
      where not exists (select from part_types where id = a.part_type_id and deleted_at is not null)
      order by part_type_id nulls first, id`,
  );
  const below = Map.groupBy(types, ({ parentId }) => parentId);
  const guestsOf = (ids: readonly number[]) =>
    [...new Set(guests.filter(({ id }) => ids.includes(id)).flatMap(({ own }) => own))].map(
      (own) => own ?? 0,
    );
  const namesOf = ({ name, synonyms }: TypeRow) =>
    [name, ...synonyms].map((text) => ({ text, words: toWords(text) }));
  const knownTypes = types.map((type) => ({
    ...type,
    ids: listIds(type, below),
    guestsOf: guestsOf(listIds(type, below)),
    path: listPath(type, types),
    names: namesOf(type),
    phrases: namesOf(type).map(({ words }) => words.join(" ")),
  }));
  const knownBrands = brands.map((brand) => ({ ...brand, words: toWords(brand.name) }));
  const named = [...knownTypes.flatMap(({ names }) => names), ...knownBrands];
  const typeNames = knownTypes.flatMap((type) => type.names.map(({ words }) => ({ type, words })));
  return {
    types: knownTypes,
    brands: knownBrands,
    typeNames: longestFirst(typeNames),
    brandNames: longestFirst(knownBrands),
    ownWords: [...new Set(named.flatMap(({ words }) => words))],
    attributes: Map.groupBy(attributes, ({ name }) => toSlug(name)),
    attributesById: new Map(attributes.map((attribute) => [attribute.id, attribute])),
  };
}

function longestFirst<Named extends { words: string[] }>(all: readonly Named[]): Named[] {
  const lengthOf = ({ words }: Named) => words.join(" ").length;
  return all.filter(({ words }) => words.length > 0).sort((a, b) => lengthOf(b) - lengthOf(a));
}

const toWords = (text: string) => searchWords(text).map(singular);

function listIds({ id }: TypeRow, below: Map<number | null, TypeRow[]>): number[] {
  return [id, ...(below.get(id) ?? []).flatMap((type) => listIds(type, below))];
}

function listPath(type: TypeRow, all: readonly TypeRow[]): KnownType["path"] {
  const { slug, name } = type;
  const parent = all.find(({ id }) => id === type.parentId);
  return [...(parent ? listPath(parent, all) : []), { slug, name }];
}
