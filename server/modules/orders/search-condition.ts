import { and, between, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";

type Columns = Record<"id" | "name" | "email" | "productName", SQLWrapper>;

export function searchCondition(
  q: string,
  { id, name, email, productName }: Columns,
): SQL | undefined {
  const text = sql`lower(${name} || ' ' || ${email} || ' ' || ${productName})`;
  const containsWord = (word: string) => sql`${text} like lower(${`%${escapeLike(word)}%`})`;
  const range = idRange(q.trim());
  return or(and(...toWords(q).map(containsWord)), range && between(id, range.from, range.to));
}

/** The trigram index needs three letters in a row. */
export function canUseIndex(q: string): boolean {
  return toWords(q).some((word) => /[\p{L}\p{N}]{3}/u.test(word));
}

function toWords(q: string): string[] {
  return q.split(/\s+/).filter((word) => word !== "");
}

function escapeLike(word: string): string {
  return word.replace(/[\\%_]/g, "\\$&");
}

function idRange(start: string): { from: string; to: string } | undefined {
  if (!/^[0-9a-f]{8}[0-9a-f-]*$/i.test(start)) return undefined;
  const digits = start.replaceAll("-", "");
  if (digits.length > 32) return undefined;
  return { from: digits.padEnd(32, "0"), to: digits.padEnd(32, "f") };
}
