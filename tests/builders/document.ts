import { and, eq, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { issueDocuments } from "#server/modules/invoices/issue-documents.ts";
import { documentCounters, documents } from "#server/modules/invoices/tables.ts";
import { withSums } from "#server/modules/invoices/write-data.ts";
import type { DocumentData, DocumentLine, Series } from "#server/modules/papers/document-data.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { addConsumer } from "#server/platform/events/consume-events.ts";
import type { OpenShop } from "../open-shop.ts";

const line: DocumentLine = {
  line: "one",
  kind: "part",
  partNumber: "PW-1042",
  name: "Disc & pads <front>",
  quantity: 2,
  unitCents: 4_999,
  discountCents: 0,
  rateBp: 1_900,
  netCents: 8_402,
  taxCents: 1_596,
};

const seller = {
  name: "Partwright Ltd.",
  address: "12 Mirpur Road\nDhaka 1216\nGermany",
  country: "DE",
  vatId: "DE123456789",
  email: "orders@shop.example",
  phone: "",
};

/** Of one line; to a company. */
export function aDocument(
  given: Partial<DocumentData> = {},
  lines: DocumentLine[] = [line],
): DocumentData {
  return withSums(
    {
      layout: 1,
      series: "INV",
      number: "INV-2026-00001",
      issuedOn: "2026-11-23",
      order: { number: 10_001, placedOn: "2026-11-22", paidOn: "2026-11-22", reference: "PO 4711" },
      corrects: null,
      replaces: null,
      because: "",
      taxMode: "contained",
      seller,
      buyer: { ...seller, name: "Werkstatt Łódź", vatId: "DE987654321", address: "Kaistr. 4" },
      ...given,
    },
    lines,
  );
}

export const changeDocument = (db: Queries, id: string) =>
  db.update(documents).set({ totalCents: 1 }).where(eq(documents.id, id));

const ofOrder = ({ _id }: { _id: string }, series: Series) =>
  and(eq(documents.orderId, _id), eq(documents.series, series));

/** Behind the back of the triggers. */
export const changeDocuments = (
  db: Queries,
  order: { _id: string },
  series: Series,
  changed: PgUpdateSetSource<typeof documents>,
) => db.update(documents).set(changed).where(ofOrder(order, series));

export const removeDocuments = (db: Queries, order: { _id: string }, series: Series) =>
  db.delete(documents).where(ofOrder(order, series));

/** As the job does. */
export const issueDocumentsOf = ({ shop }: OpenShop, { _id }: { _id: string }) =>
  issueDocuments(shop, _id);

/** From now on a payment without an invoice is one too few. */
export const startInvoices = (db: Queries) => addConsumer(db, { name: "invoices" });

/** As if numbers had been taken of which no document was stored. */
export const skipNumber = (db: Queries) => db.update(documentCounters).set({ last: sql`last + 1` });

/** As if none had been taken. */
export const removeCounter = (db: Queries, series: Series) =>
  db.delete(documentCounters).where(eq(documentCounters.series, series));

export const deleteDocument = (db: Queries, id: string) =>
  db.delete(documents).where(eq(documents.id, id));

export async function createNumberSequence(db: Queries): Promise<void> {
  await db.execute(sql`create sequence document_numbers`);
}

/** As one would do it without counters: a rollback leaves a gap. */
export async function takeFromSequence(tx: Queries): Promise<number> {
  const [row] = await queryRows<{ number: string }>(
    tx,
    sql`select nextval('document_numbers') as number`,
  );
  return Number(row?.number);
}
