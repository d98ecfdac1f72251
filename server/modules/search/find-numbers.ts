import { type SQL, sql } from "drizzle-orm";
import type { numberKinds } from "#contract/catalog.ts";
import { gtinForms, normalizePartNumber } from "#contract/rules/part-number.ts";
import { findTypo, listLookAlikeForms, listTypoForms } from "#contract/rules/typo.ts";
import type { ListedPart } from "#contract/search.ts";
import { queryPrepared } from "#server/platform/database/query-rows.ts";
import type { Shop } from "./dictionary.ts";
import { isShown } from "./list-conditions.ts";
import { type ListedRow, listedColumns, toListedPart } from "./listed-part.ts";

export type FoundNumber = {
  /** Of a part that is no longer sold: `part` replaces it. */
  kind: (typeof numberKinds)[number] | "own" | "gone";
  written: string;
  norm: string;
  brand: string | null;
  part: ListedPart;
};

const typoLength = { min: 4, max: 24 };
/** That of generated numbers, which people leave out. */
const ownPrefix = "PW";

export function exactForms(written: string): string[] {
  const forms = writtenForms(written);
  return [...new Set([...forms, ...gtinForms(forms[0] ?? "")])];
}

function writtenForms(written: string): string[] {
  const norm = normalizePartNumber(written);
  if (norm.length < 2) return [];
  return /^\d+$/.test(norm) ? [norm, ownPrefix + norm] : [norm];
}

export function typoForms(written: string): string[] {
  const forms = writtenForms(written).filter(
    (norm) => /\d/.test(norm) && norm.length >= typoLength.min && norm.length <= typoLength.max,
  );
  return forms.flatMap((norm) => [...listTypoForms(norm), ...listLookAlikeForms(norm)]);
}

export function describeTypo(written: string, norm: string): string {
  const typos = writtenForms(written).flatMap((form) => findTypo(form, norm) ?? []);
  return mistakes[typos[0] ?? "look-alike"];
}

const mistakes = {
  wrong: "one character differs",
  missing: "one character was missing",
  extra: "one character too many",
  swapped: "two characters swapped",
  "look-alike": "characters that look alike",
} as const;

export function findExactNumbers(shop: Shop, written: string, limit: number) {
  return findNumbers(shop, isOneOf(exactForms(written)), limit);
}

/** The index is in the order of `norm`, so that the first ones are read and no more. */
export async function findNumbersFrom(shop: Shop, written: string, limit: number) {
  const found: FoundNumber[] = [];
  for (const norm of exactForms(written)) {
    const condition = sql`n.norm >= ${norm} and n.norm < ${`${norm}~`}`;
    found.push(...(await findNumbers(shop, condition, limit)));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

export async function findMistypedNumbers(shop: Shop, written: string, limit: number) {
  const forms = typoForms(written);
  return forms.length === 0 ? [] : findNumbers(shop, isOneOf(forms), limit);
}

const isOneOf = (forms: readonly string[]) => sql`n.norm = any(${sql.param([...forms])}::text[])`;

const maxWords = 12;
const maxWordsOfNumber = 5;

/** Some of several words that together are a number: "Corvane 8U0 048 014 H". */
export async function findNumbersWithin(shop: Shop, text: string, limit: number) {
  const words = text.split(/\s+/).filter(Boolean).slice(0, maxWords);
  const phrases = words.flatMap((_, from) =>
    Array.from({ length: Math.min(maxWordsOfNumber, words.length - from) }, (_, more) =>
      words.slice(from, from + more + 1).join(" "),
    ),
  );
  const isNumber = (phrase: string) =>
    /\d/.test(phrase) && normalizePartNumber(phrase).length >= typoLength.min;
  const forms = new Set(phrases.filter(isNumber).flatMap(exactForms));
  const some = [...forms.difference(new Set(exactForms(text)))];
  return some.length === 0 ? [] : findNumbers(shop, isOneOf(some), limit);
}

/** Numbers of parts that are no longer sold, with the parts that replace them. */
export async function findGoneNumbers({ db, dictionary }: Shop, written: string, limit: number) {
  const rows = await queryPrepared<Row>(
    db,
    sql`
    with recursive gone (written, norm, part_id, depth) as (
      select n.written, n.norm, n.part_id, 0 from part_numbers n join parts p on p.id = n.part_id
      where n.norm = any(${sql.param(exactForms(written))}::text[]) and n.kind in ('own', 'old')
        and not (${isShown})
      union
      select g.written, g.norm, s.new_part, g.depth + 1
      from gone g join supersessions s on s.old_part = g.part_id where g.depth < 20
    )
    select 'gone' as kind, g.written, g.norm, null as brand, ${listedColumns}
    from gone g join parts p on p.id = g.part_id
    where g.depth > 0 and ${isShown} order by g.depth, p.number limit ${sql.raw(`${limit}`)}`,
  );
  return rows.map((row) => toFound(row, dictionary));
}

type Row = ListedRow & Omit<FoundNumber, "part">;

const toFound = (
  { kind, written, norm, brand, ...row }: Row,
  dictionary: Shop["dictionary"],
): FoundNumber => ({ kind, written, norm, brand, part: toListedPart(row, dictionary) });

/** With the limit in its text, a prepared statement is planned for few rows. */
async function findNumbers(
  { db, dictionary }: Shop,
  condition: SQL,
  limit: number,
): Promise<FoundNumber[]> {
  const rows = await queryPrepared<Row>(
    db,
    sql`
    select n.kind, n.written, n.norm, b.name as brand, ${listedColumns}
    from (select * from part_numbers n where ${condition} order by n.norm
      limit ${sql.raw(`${limit * 8}`)}) n
    join parts p on p.id = n.part_id left join brands b on b.id = n.brand_id
    where ${isShown}
    order by n.norm, array_position(array['own', 'gtin', 'old', 'oe', 'competitor'], n.kind), n.id
    limit ${sql.raw(`${limit}`)}`,
  );
  return rows.map((row) => toFound(row, dictionary));
}
