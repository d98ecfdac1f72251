import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { ShopDocument } from "#contract/order-page.ts";
import { toDollars } from "#contract/rules/money.ts";
import { orders } from "#server/modules/orders/tables.ts";
import type { Series } from "#server/modules/papers/document-data.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { documents } from "./tables.ts";

export type DocumentRow = typeof documents.$inferSelect;

export function findDocuments(db: Queries, orderId: string): Promise<DocumentRow[]> {
  return db
    .select()
    .from(documents)
    .where(eq(documents.orderId, orderId))
    .orderBy(documents.createdAt, documents.id);
}

export async function findDocument(db: Queries, id: string): Promise<DocumentRow | undefined> {
  const [row] = await db.select().from(documents).where(eq(documents.id, id));
  return row;
}

export async function storeDocument(
  tx: Queries,
  row: Omit<DocumentRow, "pdfSha256" | "createdAt">,
): Promise<void> {
  await tx.insert(documents).values({ ...row, createdAt: sql`shop_now()` });
}

/** Only where there is none: a trigger refuses any other change. */
export async function storeHash(db: Queries, id: string, pdfSha256: Buffer): Promise<void> {
  await db
    .update(documents)
    .set({ pdfSha256 })
    .where(and(eq(documents.id, id), isNull(documents.pdfSha256)));
}

export async function listDocuments(db: Queries, orderId: string): Promise<ShopDocument[]> {
  return (await findDocuments(db, orderId)).map(presentDocument);
}

export async function readOwnDocuments(db: Queries, userId: string): Promise<ShopDocument[]> {
  const own = db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
  const found = await db
    .select()
    .from(documents)
    .where(inArray(documents.orderId, own))
    .orderBy(documents.createdAt, documents.id);
  return found.map(presentDocument);
}

export function presentDocument({ id, series, data, totalCents, taxCents }: DocumentRow) {
  return {
    _id: id,
    kind: series === "INV" ? ("invoice" as const) : ("credit-note" as const),
    number: data.number,
    issuedOn: data.issuedOn,
    total: toDollars(totalCents),
    tax: toDollars(taxCents),
    ...(data.corrects && { corrects: data.corrects.number }),
  };
}

export type TakenNumber = { year: number; number: number; issuedOn: string };

/** The new year began while the transaction waited for the old year's counter. */
export class YearEnded extends Error {}

/**
 * The next number of a series, and its day. It is taken with the transaction that stores the document
 * or not at all, and others wait for it. A clock that is set back does not set dates back.
 */
export async function takeNumber(
  tx: Queries,
  series: Series,
  timeZone: string,
): Promise<TakenNumber> {
  // Not shop_now(), which is the time at which the transaction began.
  const today = sql`(coalesce(nullif(current_setting('shop.now', true), '')::timestamptz,
    clock_timestamp()) at time zone ${timeZone})::date`;
  const { rows } = await tx.execute<TakenNumber>(
    sql`insert into document_counters as counter (series, year, last, last_on)
      select ${series}, extract(year from first.day), 1, first.day
      from (select greatest(${today}, max(last_on)) as day
        from document_counters where series = ${series}) first
      on conflict (series, year) do update
        set last = counter.last + 1, last_on = greatest(counter.last_on, ${today})
        where extract(year from greatest(counter.last_on, ${today})) = counter.year
      returning year, last as number, to_char(last_on, 'YYYY-MM-DD') as "issuedOn"`,
  );
  const [taken] = rows;
  if (!taken) throw new YearEnded();
  return taken;
}

export const numberOf = (series: Series, { year, number }: Omit<TakenNumber, "issuedOn">) =>
  `${series}-${year}-${String(number).padStart(5, "0")}`;
