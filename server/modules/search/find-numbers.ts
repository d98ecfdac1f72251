import { type SQL, sql } from "drizzle-orm";
import type { numberKinds } from "#contract/catalog.ts";
import { gtinForms, normalizePartNumber } from "#contract/rules/part-number.ts";
import { findTypo, listLookAlikeForms, listTypoForms } from "#contract/rules/typo.ts";
import type { ListedPart } from "#contract/search.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Shop } from "./dictionary.ts";
import { isShown } from "./list-conditions.ts";
import { type ListedRow, listedColumns, toListedPart } from "./listed-part.ts";

export type FoundNumber = {
  kind: (typeof numberKinds)[number] | "own";
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
  return findNumbers(shop, sql`n.norm = any(${sql.param(exactForms(written))}::text[])`, limit);
}

/** The index is in the order of `norm`, so that the first ones are read and no more. */
export async function findNumbersFrom(shop: Shop, written: string, limit: number) {
  const found: FoundNumber[] = [];
  for (const norm of exactForms(written)) {
    const condition = sql`n.norm >= ${norm} and n.norm < ${`${norm}~`}`;
    found.push(...(await findNumbers(shop, condition, limit)));
  }
  return found.slice(0, limit);
}

export async function findMistypedNumbers(shop: Shop, written: string, limit: number) {
  const forms = typoForms(written);
  if (forms.length === 0) return [];
  return findNumbers(shop, sql`n.norm = any(${sql.param(forms)}::text[])`, limit);
}

type Row = ListedRow & Omit<FoundNumber, "part">;

async function findNumbers(
  { db, dictionary }: Shop,
  condition: SQL,
  limit: number,
): Promise<FoundNumber[]> {
  const rows = await queryRows<Row>(
    db,
    sql`
    select n.kind, n.written, n.norm, b.name as brand, ${listedColumns}
    from (select * from part_numbers n where ${condition} order by n.norm limit ${limit * 8}) n
    join parts p on p.id = n.part_id left join brands b on b.id = n.brand_id
    where ${isShown}
    order by n.norm, array_position(array['own', 'gtin', 'old', 'oe', 'competitor'], n.kind), n.id
    limit ${limit}`,
  );
  return rows.map(({ kind, written, norm, brand, ...row }) => {
    return { kind, written, norm, brand, part: toListedPart(row, dictionary) };
  });
}
