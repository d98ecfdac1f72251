import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  findingGrades,
  type ImportCounts,
  type ImportKindName,
  importStates,
  lineResults,
} from "#contract/imports.ts";
import { bytea, createdAt, idColumn } from "#server/platform/database/columns.ts";
import type { Asked, Cells } from "./import-kind.ts";

const time = (name: string) => timestamp(name, { withTimezone: true });
const ofImport = () =>
  uuid("import_id")
    .notNull()
    .references(() => imports.id, { onDelete: "cascade" });

export const imports = pgTable(
  "imports",
  {
    id: idColumn(),
    number: integer("number").generatedAlwaysAsIdentity().notNull(),
    kind: text("kind").$type<ImportKindName>().notNull(),
    fileName: text("file_name").notNull(),
    bytes: integer("bytes").notNull().default(0),
    sha256: text("sha256").notNull().default(""),
    /** "uploading" while its bytes arrive; then it is not listed. */
    state: text("state", { enum: ["uploading", ...importStates] }).notNull(),
    /** It takes away what it does not name. */
    whole: boolean("whole").notNull().default(false),
    counts: jsonb("counts").$type<ImportCounts>(),
    progressDone: integer("progress_done").notNull().default(0),
    progressOf: integer("progress_of").notNull().default(0),
    problem: text("problem"),
    uploadedBy: text("uploaded_by").notNull(),
    appliedBy: text("applied_by"),
    undoneBy: text("undone_by"),
    createdAt: createdAt(),
    appliedAt: time("applied_at"),
    undoneAt: time("undone_at"),
  },
  (row) => [
    uniqueIndex("imports_number").on(row.number),
    index("imports_created").on(row.createdAt),
    check("imports_bounded", sql`length(${row.fileName}) <= 200`),
  ],
);

/** The file as it was uploaded, so that it can be checked again. */
export const importChunks = pgTable(
  "import_chunks",
  { importId: ofImport(), n: integer("n").notNull(), bytes: bytea("bytes").notNull() },
  (chunk) => [primaryKey({ columns: [chunk.importId, chunk.n] })],
);

export const importLines = pgTable(
  "import_lines",
  {
    importId: ofImport(),
    line: integer("line").notNull(),
    result: text("result", { enum: lineResults }).notNull(),
    partId: uuid("part_id"),
    part: text("part").notNull(),
    key: text("key").notNull(),
    claim: text("claim"),
    before: jsonb("before").$type<Cells>(),
    /** Null where a whole file takes it away. */
    after: jsonb("after").$type<Cells>(),
    /** By itself, after the import was applied. */
    undoneAt: time("undone_at"),
  },
  (line) => [
    primaryKey({ columns: [line.importId, line.line] }),
    index("import_lines_of_part").on(line.partId).where(sql`${line.partId} is not null`),
  ],
);

export const importFindings = pgTable(
  "import_findings",
  {
    importId: ofImport(),
    line: integer("line").notNull(),
    n: smallint("n").notNull(),
    grade: text("grade", { enum: findingGrades }).notNull(),
    part: text("part").notNull(),
    what: text("what").notNull(),
    todo: text("todo").notNull(),
    /** A code or a note of which it is not known what it means. */
    asks: jsonb("asks").$type<Asked>(),
  },
  (finding) => [primaryKey({ columns: [finding.importId, finding.line, finding.n] })],
);
