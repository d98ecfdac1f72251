import { and, between, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { orderLines, orders } from "./tables.ts";

type Columns = Record<"id" | "number" | "name" | "email" | "productName", SQLWrapper>;

export function searchCondition(
  q: string,
  { id, number, name, email, productName }: Columns,
): SQL | undefined {
  const text = sql`lower(${name} || ' ' || ${email} || ' ' || ${productName})`;
  const containsWord = (word: string) => sql`${text} like lower(${`%${escapeLike(word)}%`})`;
  const range = idRange(q.trim());
  const said = readOrderNumber(q);
  return or(
    and(...toWords(q).map(containsWord)),
    range && between(id, range.from, range.to),
    said === undefined ? undefined : sql`${number} = ${said}::bigint`,
  );
}

/** "10482", or "#10482" as people write it. */
export function readOrderNumber(q: string): string | undefined {
  return /^\s*#?\s*(\d{1,15})\s*$/.exec(q)?.[1];
}

/** Of a person, who has few: in any of the lines. */
export function ownSearchCondition(q: string): SQL | undefined {
  const said = readOrderNumber(q);
  const contains = (text: SQL, word: string) =>
    sql`lower(${text}) like lower(${`%${escapeLike(word)}%`})`;
  const inHead = (word: string) =>
    contains(sql`${orders.productName} || ' ' || ${orders.reference}`, word);
  const inLines = (word: string) => sql`exists (select from ${orderLines}
    where ${orderLines.orderId} = ${orders.id}
      and ${contains(sql`${orderLines.name} || ' ' || ${orderLines.partNumber}`, word)})`;
  return or(
    and(...toWords(q).map((word) => or(inHead(word), inLines(word)))),
    said === undefined ? undefined : sql`${orders.number} = ${said}::bigint`,
  );
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
