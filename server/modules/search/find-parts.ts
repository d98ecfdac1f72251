import type { ListQuery, SearchReply } from "#contract/search.ts";
import type { KnownType, Shop } from "./dictionary.ts";
import { describeTypo } from "./find-numbers.ts";
import { type Meaning, mendMeanings } from "./find-words.ts";
import { searchConditions } from "./list-conditions.ts";
import { listParts } from "./list-parts.ts";
import {
  describeNumber,
  exactPart,
  findOtherNumbers,
  findWrittenNumbers,
  maxSuggestions,
  suggest,
} from "./suggest.ts";
import type { Understood } from "./understand.ts";

type Query = ListQuery & { q: string };

const none = { items: [], next: null, total: 0, facets: null, without: [] };

type Found = Omit<SearchReply, "vehicle">;

/** If nothing is found as it was written, the search is made again with its typos mended. */
export async function findParts(
  shop: Shop,
  query: Query,
  type: KnownType | undefined,
): Promise<Found> {
  const { found, understood, meanings } = await findAsWritten(shop, query, type);
  if (found.total > 0 || found.near.length > 0) return found;
  const mended = mendQuery(understood, await mendMeanings(shop, meanings));
  if (mended !== null) {
    const other = await findAsWritten(shop, { ...query, q: mended }, type);
    if (other.found.total > 0) return { ...other.found, exact: null, mended };
  }
  const searches = [...(mended === null ? [] : [mended]), ...shorter(understood, meanings)];
  return { ...found, near: await suggestNearest(shop, searches, query.vehicle) };
}

async function findAsWritten(
  shop: Shop,
  query: Query,
  type: KnownType | undefined,
): Promise<{ found: Found; understood: Understood; meanings: Meaning[] }> {
  const { q } = query;
  const { db, dictionary } = shop;
  const { understood, meanings, conditions } = await searchConditions(db, query, dictionary, type);
  const list = conditions ? await listParts(shop, conditions, query) : none;
  const written = await findWrittenNumbers(shop, q);
  const numbers = await findOtherNumbers(shop, q, written, list.total === 0);
  const exactId = exactPart(q, numbers.found);
  const exact = numbers.found.find(({ part }) => part._id === exactId)?.part;
  const near = [...numbers.found, ...numbers.mistyped].map((found) => {
    const isTypo = numbers.mistyped.includes(found);
    const why = describeNumber(found) + (isTypo ? ` · ${describeTypo(q, found.norm)}` : "");
    const group = isTypo ? ("similar" as const) : ("numbers" as const);
    return { group, text: found.written, why, part: found.part, type: null, search: null };
  });
  const found = {
    ...list,
    exact: exact ? { _id: exact._id, number: exact.number, name: exact.name } : null,
    chips: understood.chips,
    rest: understood.words.join(" "),
    mended: null,
    near: near.slice(0, maxSuggestions),
  };
  return { found, understood, meanings };
}

async function suggestNearest(
  shop: Shop,
  searches: readonly string[],
  vehicle: string | undefined,
): Promise<SearchReply["near"]> {
  for (const q of searches) {
    const { suggestions } = await suggest(shop, q, vehicle);
    if (suggestions.length > 0) return suggestions;
  }
  return [];
}

const mostKept = 4;

/** Without sizes and what we do not know, then word by word less: the first words say most. */
function shorter({ chips, words }: Understood, meanings: readonly Meaning[]): string[] {
  const named = chips.filter(({ kind }) => kind !== "size").map(({ text }) => text);
  const known = words.filter((_, at) => meanings[at]?.words.length).slice(0, mostKept);
  const ways = known.map((_, dropped) => known.slice(0, known.length - dropped));
  return [...ways, []].map((kept) => [...named, ...kept].join(" ")).filter((q) => q !== "");
}

function mendQuery({ chips, words }: Understood, meanings: readonly Meaning[]): string | null {
  if (meanings.every(({ mended }) => mended === undefined)) return null;
  const mended = words.map((word, at) => meanings[at]?.mended ?? word);
  return [...chips.map(({ text }) => text), ...mended].join(" ");
}
