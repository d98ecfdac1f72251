import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { orders } from "#server/modules/orders/tables.ts";
import type { DocumentData, Series } from "#server/modules/papers/document-data.ts";
import { refunds } from "#server/modules/refunds/tables.ts";
import { bytea, doneAt, idColumn } from "#server/platform/database/columns.ts";

const seriesNames = ["INV", "CRN"] as const satisfies Series[];

/** The lock of a row is what keeps numbers without gaps. */
export const documentCounters = pgTable(
  "document_counters",
  {
    series: text("series", { enum: seriesNames }).notNull(),
    year: smallint("year").notNull(),
    last: integer("last").notNull(),
    lastOn: date("last_on").notNull(),
  },
  (counter) => [
    primaryKey({ columns: [counter.series, counter.year] }),
    check(
      "document_counters_known",
      sql`${counter.series} in ('INV', 'CRN') and ${counter.last} > 0
        and extract(year from ${counter.lastOn}) = ${counter.year}`,
    ),
  ],
);

/** Orders whose documents wait until the settings have what they must say of the seller. */
export const heldDocuments = pgTable("held_documents", {
  orderId: uuid("order_id")
    .primaryKey()
    .references(() => orders.id),
  heldAt: doneAt("held_at"),
});

/** Invoices and credit notes. Triggers refuse changes; they outlive the account of their person. */
export const documents = pgTable(
  "documents",
  {
    id: idColumn(),
    series: text("series", { enum: seriesNames }).notNull(),
    year: smallint("year").notNull(),
    number: integer("number").notNull(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    refundId: uuid("refund_id").references(() => refunds.id),
    corrects: uuid("corrects"),
    /** `order`, `refund:ID`, `correction:KEY`, and `void:KEY` for the credit note of a correction. */
    cause: text("cause").notNull(),
    issuedOn: date("issued_on").notNull(),
    totalCents: bigint("total_cents", { mode: "number" }).notNull(),
    taxCents: bigint("tax_cents", { mode: "number" }).notNull(),
    data: jsonb("data").$type<DocumentData>().notNull(),
    /** Of the PDF as it was first written. */
    pdfSha256: bytea("pdf_sha256"),
    createdAt: doneAt("created_at"),
  },
  (document) => [
    uniqueIndex("documents_number").on(document.series, document.year, document.number),
    uniqueIndex("documents_cause").on(document.orderId, document.cause),
    index("documents_of_refund").on(document.refundId),
    foreignKey({
      name: "documents_counted",
      columns: [document.series, document.year],
      foreignColumns: [documentCounters.series, documentCounters.year],
    }),
    foreignKey({
      name: "documents_corrected",
      columns: [document.corrects],
      foreignColumns: [document.id],
    }),
    check(
      "documents_known",
      sql`${document.series} in ('INV', 'CRN') and ${document.number} > 0
        and (${document.series} = 'CRN') = (${document.corrects} is not null)
        and extract(year from ${document.issuedOn}) = ${document.year}
        and ${document.totalCents} > 0 and ${document.taxCents} between 0 and ${document.totalCents}`,
    ),
  ],
);
