import { sql } from "drizzle-orm";
import { singular } from "#contract/rules/search-words.ts";
import { findTypo } from "#contract/rules/typo.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryPrepared, queryRows } from "#server/platform/database/query-rows.ts";
import type { Shop } from "./dictionary.ts";

const maxMeanings = 60;
const minMendedLength = 3;
/** Shorter words have too few letters to be alike: only what is missing or swapped is seen. */
const minComparedLength = 4;

export type Meaning = {
  written: string;
  typed: string;
  words: string[];
  mended?: string | undefined;
};

export async function findMeanings(db: Queries, words: readonly string[]): Promise<Meaning[]> {
  if (words.length === 0) return [];
  const starts = words.map((word) => shortest(word, singular(word)));
  const rows = await queryPrepared<{ at: number; word: string }>(
    db,
    sql`
    select (t.at - 1)::int as at, k.word
    from unnest(${sql.param(starts)}::text[]) with ordinality t (start, at)
    cross join lateral (
      select word from known_words
      where word = t.start or (length(t.start) > 1 and word >= t.start and word < t.start || '~')
      order by word limit ${sql.raw(`${maxMeanings}`)}
    ) k`,
  );
  return words.map((written, at) => ({
    written,
    typed: singular(written),
    words: rows.filter((row) => row.at === at).map(({ word }) => word),
  }));
}

const shortest = (a: string, b: string) => (a.startsWith(b) ? b : a);

export async function mendMeanings(
  { db, dictionary: { ownWords } }: Shop,
  meanings: readonly Meaning[],
): Promise<Meaning[]> {
  const unknown = meanings.flatMap(({ written, words }) => {
    const isMended = words.length === 0 && written.length >= minMendedLength;
    return isMended && !/^\d/.test(written) ? [written] : [];
  });
  const mended = await mendWords(db, unknown, ownWords);
  return meanings.map((each) => ({ ...each, mended: mended.get(each.written) }));
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
