import { singular } from "#contract/rules/search-words.ts";
import { findTypo } from "#contract/rules/typo.ts";
import type { Suggestion } from "#contract/search.ts";
import type { Dictionary, KnownType, Shop } from "./dictionary.ts";
import {
  describeTypo,
  exactForms,
  type FoundNumber,
  findExactNumbers,
  findGoneNumbers,
  findMistypedNumbers,
  findNumbersFrom,
  findNumbersWithin,
} from "./find-numbers.ts";
import { findMeanings, type Meaning, mendMeanings } from "./find-words.ts";
import { isListedFor, listConditions } from "./list-conditions.ts";
import { comparedParts, listBest } from "./list-parts.ts";
import { type Understood, understand } from "./understand.ts";

export const maxSuggestions = 8;
const most = { numbers: 4, mistyped: 2, types: 2, parts: 4 };

export type Suggestions = { exact: string | null; suggestions: Suggestion[] };

export async function suggest(shop: Shop, q: string, vehicle?: string): Promise<Suggestions> {
  const { db, dictionary } = shop;
  const understood = understand(q, dictionary);
  const types = suggestTypes(q, understood, dictionary);
  const written = await findWrittenNumbers(shop, q);
  const asTyped = await findMeanings(db, understood.words);
  const meanings = written.length > 0 ? asTyped : await mendMeanings(shop, asTyped);
  const parts = await suggestParts(shop, { ...understood, meanings }, types[0], vehicle);
  const numbers = await findOtherNumbers(shop, q, written, parts.length === 0);
  const named = new Set(numbers.found.map(({ part }) => part._id));
  const suggestions = [
    ...numbers.found.map((found) => suggestNumber(found, describeNumber(found))),
    ...types.map((type) => suggestType(type)),
    ...suggestSizes(understood),
    ...parts.filter(({ part }) => !named.has(part?._id ?? "")),
    ...numbers.mistyped.map((found) => ({
      ...suggestNumber(found, `${describeNumber(found)} · ${describeTypo(q, found.norm)}`),
      group: "similar" as const,
    })),
  ];
  return { exact: exactPart(q, numbers.found), suggestions: suggestions.slice(0, maxSuggestions) };
}

export function exactPart(q: string, found: readonly FoundNumber[]): string | null {
  const forms = new Set(exactForms(q));
  const exact = found.filter(({ kind, norm }) => kind !== "gone" && forms.has(norm));
  const ids = new Set(exact.map(({ part }) => part._id));
  const [only = null] = ids;
  return ids.size === 1 ? only : null;
}

const mayBeginNumber = (q: string) => /\d/.test(q) && exactForms(q).length > 0;

/** What has a digit may be the beginning of a number, anything else only all of it. */
export async function findWrittenNumbers(shop: Shop, q: string): Promise<FoundNumber[]> {
  if (exactForms(q).length === 0) return [];
  if (!mayBeginNumber(q)) return findExactNumbers(shop, q, most.numbers);
  const begun = onceEach(await findNumbersFrom(shop, q, most.numbers));
  return begun.length > 0 ? begun : onceEach(await findGoneNumbers(shop, q, most.numbers));
}

/** If none is written so, one may be mistyped; where no part is called so, some words may be one. */
export async function findOtherNumbers(
  shop: Shop,
  q: string,
  written: FoundNumber[],
  isNothingElse: boolean,
): Promise<{ found: FoundNumber[]; mistyped: FoundNumber[] }> {
  if (written.length > 0 || !mayBeginNumber(q)) return { found: written, mistyped: [] };
  if (isNothingElse) {
    const found = onceEach(await findNumbersWithin(shop, q, most.numbers));
    if (found.length > 0) return { found, mistyped: [] };
  }
  const mistyped = onceEach(await findMistypedNumbers(shop, q, most.numbers));
  return { found: [], mistyped: mistyped.slice(0, most.mistyped) };
}

/** A part may have the same number as its own and as somebody else's. */
function onceEach(numbers: readonly FoundNumber[]): FoundNumber[] {
  const seen = new Set<string>();
  return numbers.filter(({ norm, part }) => {
    const key = `${norm} ${part._id}`;
    return !seen.has(key) && seen.add(key);
  });
}

function suggestNumber({ written, part }: FoundNumber, why: string): Suggestion {
  return { group: "numbers", text: written, why, part, type: null, search: null };
}

export function describeNumber({ kind, brand, part }: FoundNumber): string {
  const reasons = {
    own: "our number",
    gone: `no longer sold, ${part.number} replaces it`,
    old: `our earlier number, now ${part.number}`,
    gtin: "GTIN",
    oe: `${brand} original number → ${part.number} replaces it`,
    competitor: `number of ${brand} → ${part.number} replaces it`,
  };
  const life = part.life === "superseded" || part.life === "ended" ? " · no longer made" : "";
  return `${part.name} · ${reasons[kind]}${life}`;
}

function suggestTypes(q: string, { type }: Understood, { types }: Dictionary): KnownType[] {
  const typed = q.toLowerCase().split(/\s+/).map(singular).join(" ").trim();
  if (typed.length < 2) return [];
  const begun = types.filter(({ phrases }) => phrases.some((name) => name.startsWith(typed)));
  const mistyped = types.filter(
    ({ phrases }) => typed.length >= 4 && phrases.some((name) => findTypo(typed, name)),
  );
  return [...new Set([...(type ? [type] : []), ...begun, ...mistyped])].slice(0, most.types);
}

function suggestType(type: KnownType): Suggestion {
  const above = type.path.slice(0, -1);
  const why = above.length > 0 ? above.map(({ name }) => name).join(" / ") : "Part type";
  const { slug, name } = type;
  return { group: "types", text: name, why, part: null, type: { slug, name }, search: null };
}

function suggestSizes({ chips }: Understood): Suggestion[] {
  return chips
    .filter(({ kind }) => kind === "size")
    .slice(0, 1)
    .map(({ text, meaning }) => {
      return { group: "sizes", text, why: meaning, part: null, type: null, search: text };
    });
}

async function suggestParts(
  shop: Shop,
  understood: Understood & { meanings: Meaning[] },
  first: KnownType | undefined,
  vehicle: string | undefined,
): Promise<Suggestion[]> {
  const { type, sizes, meanings } = understood;
  const known = meanings.map((meaning) => {
    const { mended } = meaning;
    return mended ? { typed: mended, words: [mended] } : meaning;
  });
  const isKnown = type !== undefined || known.every((each) => each.words.length > 0);
  const hasSubject = type !== undefined || sizes.length > 0 || known.length > 0;
  if (!isKnown || !hasSubject) {
    return first && !type ? listOf(shop, { within: first }, vehicle, first.name) : [];
  }
  const mended = meanings.flatMap(({ mended }) => mended ?? []);
  const why = mended.length > 0 ? `spelled “${mended.join(" ")}”` : undefined;
  const search = { ...understood, words: known, most: comparedParts };
  return listOf(shop, { search }, vehicle, why);
}

async function listOf(
  shop: Shop,
  about: Parameters<typeof listConditions>[2],
  vehicle: string | undefined,
  why?: string,
): Promise<Suggestion[]> {
  const all = listConditions(shop.dictionary, {}, about);
  const listed = vehicle
    ? await listBest(shop, { ...all, base: [...all.base, isListedFor(vehicle)] }, most.parts)
    : [];
  const others = await listBest(shop, all, most.parts);
  const seen = new Set(listed.map(({ _id }) => _id));
  const parts = [...listed, ...others.filter(({ _id }) => !seen.has(_id))].slice(0, most.parts);
  return parts.map((part) => ({
    group: "parts" as const,
    text: part.name,
    part,
    type: null,
    search: null,
    why: [part.number, ...part.facts.slice(0, 2), ...(why ? [why] : [])].join(" · "),
  }));
}
