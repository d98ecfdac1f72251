import { and, between, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { normalizePartNumber } from "#contract/rules/part-number.ts";
import { orderLines, orders } from "./tables.ts";

type Columns = Record<
  | "id"
  | "number"
  | "name"
  | "email"
  | "productName"
  | "phone"
  | "address"
  | "transactionId"
  | "reference",
  SQLWrapper
>;

export function searchCondition(q: string, columns: Columns): SQL | undefined {
  const { id, number, name, email, productName, phone, address, transactionId } = columns;
  const { reference } = columns;
  const text = sql`lower(${name} || ' ' || ${email} || ' ' || ${productName})`;
  const contact = sql`lower(${phone} || ' ' || ${address})`;
  const containsWord = (word: string) => {
    const pattern = sql`lower(${`%${escapeLike(word)}%`})`;
    return sql`(${text} like ${pattern} or ${contact} like ${pattern}
      or (${reference} <> '' and lower(${reference}) like ${pattern}))`;
  };
  const range = idRange(q.trim());
  const said = readOrderNumber(q);
  return or(
    and(...toWords(q).map(containsWord)),
    range && between(id, range.from, range.to),
    sql`${transactionId} = ${q.trim()}`,
    said === undefined ? undefined : sql`${number} = ${said}::bigint`,
  );
}

export function readPartNumber(q: string): string | undefined {
  const norm = normalizePartNumber(q);
  return /\d/.test(norm) && norm.length >= 3 && norm.length <= 40 ? norm : undefined;
}

// Lines of the specified order have no number of their own: the part has it, deleted or not.
const isPart = (norm: string) => sql`${orderLines.kind} = 'part' and ${orderLines.partId} in
  (select n.part_id from part_numbers n where n.norm = ${norm})`;

const orderedPart = (norm: string, orderId: SQLWrapper) =>
  sql`exists (select from ${orderLines}
    where ${orderLines.orderId} = ${orderId} and ${isPart(norm)})`;

export const ordersOfPart = (norm: string) =>
  sql`array(select ${orderLines.orderId} from ${orderLines} where ${isPart(norm)})`;

export function wholeCondition(q: string, columns: Columns): SQL | undefined {
  const norm = readPartNumber(q);
  return or(searchCondition(q, columns), norm ? orderedPart(norm, columns.id) : undefined);
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
