import { sql } from "drizzle-orm";
import { singular } from "#contract/rules/search-words.ts";
import { findTypo } from "#contract/rules/typo.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Dictionary } from "./dictionary.ts";

const maxMeanings = 60;
const minMendedLength = 3;
/** Shorter words have too few letters to be alike: only what is missing or swapped is seen. */
const minComparedLength = 4;

export type Meaning = {
  typed: string;
  words: string[];
  mended: string | undefined;
};

export async function findMeanings(
  db: Queries,
  words: readonly string[],
  ownWords: readonly string[],
): Promise<Meaning[]> {
  if (words.length === 0) return [];
  const starts = words.map((word) => shortest(word, singular(word)));
  const rows = await queryRows<{ at: number; word: string }>(
    db,
    sql`
    select (t.at - 1)::int as at, k.word
    from unnest(${sql.param(starts)}::text[]) with ordinality t (start, at)
    cross join lateral (
      select word from known_words
      where word = t.start or (length(t.start) > 1 and word >= t.start and word < t.start || '~')
      order by word limit ${maxMeanings}
    ) k`,
  );
  const found = words.map((_, at) => rows.filter((row) => row.at === at).map(({ word }) => word));
  const unknown = words.filter((word, at) => {
    return found[at]?.length === 0 && word.length >= minMendedLength && !/^\d/.test(word);
  });
  const mended = await mendWords(db, unknown, ownWords);
  return words.map((word, at) => {
    return { typed: singular(word), words: found[at] ?? [], mended: mended.get(word) };
  });
}

const shortest = (a: string, b: string) => (a.startsWith(b) ? b : a);

/** Of types and brands. */
export function ownWords({ types, brands }: Dictionary): string[] {
  const named = [...types.flatMap(({ names }) => names), ...brands];
  return [...new Set(named.flatMap(({ words }) => words))];
}

async function mendWords(
  db: Queries,
  unknown: readonly string[],
  ownWords: readonly string[],
): Promise<Map<string, string>> {
  const mended = new Map(
    unknown.flatMap((word) => {
      const meant = ownWords.find((own) => isTypoOf(word, own));
      return meant === undefined ? [] : [[word, meant] as const];
    }),
  );
  const left = unknown.filter((word) => word.length >= minComparedLength && !mended.has(word));
  return new Map([...mended, ...(await mendBySimilarity(db, left, ownWords))]);
}

function isTypoOf(written: string, right: string): boolean {
  const typo = findTypo(written, right);
  if (written.length >= minComparedLength) return typo !== undefined;
  return typo === "missing" || typo === "swapped";
}

const minSimilarity = 0.4;

async function mendBySimilarity(
  db: Queries,
  unknown: readonly string[],
  ownWords: readonly string[],
): Promise<Map<string, string>> {
  if (unknown.length === 0) return new Map();
  const rows = await queryRows<{ unknown: string; word: string; similarity: number }>(
    db,
    sql`
    select unknown, k.word, k.similarity
    from unnest(${sql.param([...unknown])}::text[]) unknown
    cross join lateral (
      select word, similarity(word, unknown) as similarity from (
        select word from known_words where word % unknown
        union select word from unnest(${sql.param([...ownWords])}::text[]) word where word % unknown
      ) similar_words order by 2 desc, word limit 10
    ) k`,
  );
  return new Map(
    unknown.flatMap((word) => {
      const similar = rows.filter((row) => row.unknown === word);
      const nearest =
        similar.find((each) => findTypo(word, each.word)) ??
        similar.find(({ similarity }) => similarity >= minSimilarity);
      return nearest ? [[word, nearest.word]] : [];
    }),
  );
}
