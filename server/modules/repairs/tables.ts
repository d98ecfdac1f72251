import { sql } from "drizzle-orm";
import {
  check,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Need, Scope } from "#contract/repairs.ts";
import { partTypes } from "#server/modules/catalog/tables.ts";
import { idColumn } from "#server/platform/database/columns.ts";

export const repairs = pgTable(
  "repairs",
  {
    id: idColumn(),
    name: text("name").notNull(),
    slug: text("slug").notNull(),
    note: text("note").notNull().default(""),
    axle: text("axle").$type<"front" | "rear">(),
    version: integer("version").notNull().default(1),
  },
  (row) => [
    uniqueIndex("repairs_slug").on(row.slug),
    check(
      "repairs_bounded",
      sql`length(${row.name}) between 1 and 80 and length(${row.note}) <= 500
        and ${row.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and ${row.axle} in ('front', 'rear')`,
    ),
  ],
);

export const repairLines = pgTable(
  "repair_lines",
  {
    repairId: uuid("repair_id")
      .notNull()
      .references(() => repairs.id, { onDelete: "cascade" }),
    partTypeId: integer("part_type_id")
      .notNull()
      .references(() => partTypes.id),
    position: smallint("position").notNull(),
    scope: text("scope").$type<Scope>().notNull(),
    need: text("need").$type<Need>().notNull(),
    why: text("why").notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.repairId, row.partTypeId] }),
    check(
      "repair_lines_known",
      sql`${row.scope} in ('axle', 'wheel', 'side', 'vehicle')
        and ${row.need} in ('always', 'advised', 'check') and length(${row.why}) between 1 and 300`,
    ),
  ],
);
