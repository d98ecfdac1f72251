// What an admin types to find an order: words of the name, the e-mail or the product, or an id.
import { and, between, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";

type Columns = Record<"id" | "name" | "email" | "productName", SQLWrapper>;

/** Every word is found, or it is the order's id, or at least its beginning. */
export function searchCondition(
  q: string,
  { id, name, email, productName }: Columns,
): SQL | undefined {
  // Written exactly as the index has it.
  const text = sql`lower(${name} || ' ' || ${email} || ' ' || ${productName})`;
  const found = wordsOf(q).map((word) => sql`${text} like lower(${`%${literally(word)}%`})`);
  const range = idsBeginningWith(q.trim());
  return or(and(...found), range && between(id, range.from, range.to));
}

/** The index knows pieces of three letters; without one, it would have to go through all. */
export function canUseIndex(q: string): boolean {
  return wordsOf(q).some((word) => /[\p{L}\p{N}]{3}/u.test(word));
}

function wordsOf(q: string): string[] {
  return q.split(/\s+/).filter((word) => word !== "");
}

/** What means something to LIKE means only itself here. */
function literally(word: string): string {
  return word.replace(/[\\%_]/g, "\\$&");
}

function idsBeginningWith(text: string): { from: string; to: string } | undefined {
  if (!/^[0-9a-f]{8}[0-9a-f-]*$/i.test(text)) return undefined;
  const digits = text.replaceAll("-", "");
  if (digits.length > 32) return undefined;
  return { from: digits.padEnd(32, "0"), to: digits.padEnd(32, "f") };
}
