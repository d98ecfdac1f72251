import { toSlug } from "#contract/rules/part-path.ts";
import { vinPatternHasYear } from "#contract/rules/vin.ts";
import { factElements, modelElement } from "./elements.ts";
import { type Dictionary, readDictionary, type VinMaker } from "./read-dictionary.ts";
import { readDump } from "./read-dump.ts";

type Pattern = { pattern: string; says: string; value: string };
type VpicSchema = { id: number; name: string; makers: VinMaker[]; patterns: Pattern[] };
export type VpicRules = {
  makes: Map<string, Map<string, { name: string; years: Set<number> }>>;
  schemas: VpicSchema[];
  values: Map<string, Map<string, string>>;
  /** Patterns of a form that is not read, with all else that their schema says of the same. */
  unread: number;
};

const place = "(?:[A-Z0-9*]|\\[[A-Z0-9-]+\\])";
const readable = new RegExp(`^${place}{0,5}(?:\\|${place}{0,8})?$`);
const mostLetters = 80;

/** Of the wanted makes, by their slugs. Reads the file twice: what patterns need follows them in it. */
export async function readVpic(
  path: string,
  wanted: ReadonlySet<string>,
  lastYear: number,
): Promise<VpicRules> {
  const dictionary = await readDictionary(path, wanted, lastYear);
  const patterns = new Map<string, Pattern[]>();
  const values: VpicRules["values"] = new Map();
  const unreadable = new Set<string>();
  let unread = 0;
  for await (const { row } of readDump(path, new Set(["pattern"]))) {
    const schemaId = row.vinschemaid ?? "";
    const read = dictionary.schemas.has(schemaId) ? toSaying(row, dictionary) : undefined;
    if (!read) continue;
    const { says, label } = read;
    const pattern = row.keys ?? "";
    if (!readable.test(pattern)) {
      unread++;
      unreadable.add(`${schemaId} ${says}`);
    } else if (says === "model") {
      add(patterns, schemaId, { pattern, says, value: label });
    } else {
      const value = toSlug(label);
      addLabel(values, says, value, label);
      add(patterns, schemaId, { pattern, says, value });
    }
  }
  const schemas = [...dictionary.schemas].flatMap(([id, schema]): VpicSchema[] => {
    const kept = (patterns.get(id) ?? []).filter(({ says }) => !unreadable.has(`${id} ${says}`));
    if (!kept.some(({ says }) => says === "model")) return [];
    return [{ ...schema, id: Number(id), patterns: kept }];
  });
  return { makes: listMakes(schemas, dictionary), schemas, values, unread };
}

function toSaying(row: Record<string, string | null>, dictionary: Dictionary) {
  const element = row.elementid ?? "";
  const attribute = row.attributeid?.trim() ?? "";
  if (element === modelElement) {
    const model = dictionary.models.get(attribute);
    return model && { says: "model", label: `${model.make}/${toSlug(model.name)}` };
  }
  const fact = factElements[element];
  if (!fact) return undefined;
  const label = dictionary.labelOf(element, attribute).slice(0, mostLetters);
  if (label === "" || label === "Not Applicable") return undefined;
  return { says: fact.key, label };
}

function add<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

function addLabel(values: VpicRules["values"], fact: string, slug: string, label: string): void {
  const labels = values.get(fact) ?? new Map<string, string>();
  if (!labels.has(slug)) labels.set(slug, label);
  values.set(fact, labels);
}

function listMakes(schemas: readonly VpicSchema[], { models }: Dictionary): VpicRules["makes"] {
  const names = new Map(
    [...models.values()].map(({ make, name }) => [`${make}/${toSlug(name)}`, name]),
  );
  const makes: VpicRules["makes"] = new Map();
  for (const { makers, patterns } of schemas) {
    for (const { pattern, says, value } of patterns) {
      if (says !== "model") continue;
      const [make = "", slug = ""] = value.split("/");
      const ofMake = makes.get(make) ?? new Map();
      makes.set(make, ofMake);
      const model = ofMake.get(slug) ?? { name: names.get(value) ?? slug, years: new Set() };
      ofMake.set(slug, model);
      for (const year of makers.flatMap(yearsOf)) {
        if (vinPatternHasYear(pattern, year)) model.years.add(year);
      }
    }
  }
  return makes;
}

const yearsOf = ({ years: [from, to] }: { years: [from: number, to: number] }) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);
