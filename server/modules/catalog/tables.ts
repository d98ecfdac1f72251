import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { NumberKind, PartLife } from "#contract/catalog.ts";
import type { Term } from "#contract/rules/fit.ts";
import { createdAt, idColumn, positionColumn } from "#server/platform/database/columns.ts";

/** Compared byte by byte, so that an index finds prefixes. */
const byteText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
const numberColumn = (name: string) => integer(name).generatedAlwaysAsIdentity().primaryKey();

export const partTypes = pgTable(
  "part_types",
  {
    id: numberColumn("id"),
    parentId: integer("parent_id").references((): AnyPgColumn => partTypes.id),
    name: text("name").notNull(),
    slug: text("slug").notNull(),
    synonyms: text("synonyms").array().notNull().default([]),
    /** Not so for tools, fluids and gloves. */
    soldForVehicles: boolean("sold_for_vehicles").notNull().default(true),
    version: integer("version").notNull().default(1),
    /** Then nothing shows it. Parts, attributes and earlier slugs keep it, for when it is restored. */
    deletedAt: timestamp("deleted_at", { withTimezone: true }),
  },
  (type) => [
    uniqueIndex("part_types_slug").on(type.slug).where(sql`${type.deletedAt} is null`),
    check("part_types_slug_shape", sql`${type.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    check("part_types_not_own_parent", sql`${type.parentId} <> ${type.id}`),
    check("part_types_name_bounded", sql`length(${type.name}) between 1 and 80`),
  ],
);

/** Earlier slugs: their addresses lead to the present one. */
export const partTypeSlugs = pgTable("part_type_slugs", {
  slug: text("slug").primaryKey(),
  partTypeId: integer("part_type_id")
    .notNull()
    .references(() => partTypes.id, { onDelete: "cascade" }),
});

export const brands = pgTable(
  "brands",
  { id: numberColumn("id"), name: text("name").notNull() },
  (brand) => [
    uniqueIndex("brands_name").on(sql`lower(${brand.name})`),
    check("brands_name_bounded", sql`length(${brand.name}) between 1 and 80`),
  ],
);

export const generatedNumbers = pgSequence("generated_part_numbers", { startWith: 10_001 });

export const parts = pgTable(
  "parts",
  {
    id: idColumn(),
    position: positionColumn(),
    name: text("name").notNull(),
    img: text("img").notNull(),
    /** The address that `img` was copied from. Triggers write both. */
    imgGiven: text("img_given"),
    description: text("description").notNull(),
    minimumQuantity: integer("minimum_quantity").notNull(),
    /** Written by a trigger on the inventory's stock. */
    availablQuantity: integer("availabl_quantity").notNull(),
    priceCents: bigint("price_cents", { mode: "number" }).notNull(),
    /** The part's own. Triggers keep it and earlier ones in `part_numbers`. */
    number: text("number").notNull().default(sql`next_part_number()`),
    partTypeId: integer("part_type_id").references(() => partTypes.id),
    brandId: integer("brand_id").references(() => brands.id),
    life: text("life").$type<PartLife>().notNull().default("active"),
    packOf: smallint("pack_of").notNull().default(1),
    lowStock: integer("low_stock"),
    hidden: boolean("hidden").notNull().default(false),
    /** A kit that is put together from its components when it is ordered: it has no stock of its own. */
    fromShelf: boolean("from_shelf").notNull().default(false),
    weightGrams: integer("weight_grams"),
    bulky: boolean("bulky").notNull().default(false),
    dangerous: boolean("dangerous").notNull().default(false),
    taxClass: text("tax_class").notNull().default("standard"),
    depositCents: bigint("deposit_cents", { mode: "number" }).notNull().default(0),
    /** Raised by edits of the part; not by stock, reservations or sales. */
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
    /** Then lists and pages no longer show it; orders still name it. */
    deletedAt: timestamp("deleted_at", { withTimezone: true }),
  },
  (part) => [
    uniqueIndex("parts_position").on(part.position),
    // Trigrams, so that a search for a rare word reads few rows.
    index("parts_by_name").using("gin", sql`lower(${part.name}) gin_trgm_ops`),
    index("parts_by_words").using("gin", sql`search_words(${part.name})`),
    check("parts_name_present", sql`${part.name} ~ '[^[:space:]]' and length(${part.name}) <= 200`),
    check("parts_description_bounded", sql`length(${part.description}) <= 4000`),
    check("parts_minimum_not_negative", sql`${part.minimumQuantity} >= 0`),
    check("parts_stock_not_negative", sql`${part.availablQuantity} >= 0`),
    check("parts_price_positive", sql`${part.priceCents} between 1 and 1000000000`),
    check("parts_life_known", sql`${part.life} in ('announced', 'active', 'superseded', 'ended')`),
    check("parts_deposit_in_bounds", sql`${part.depositCents} between 0 and 10000000`),
    check("parts_weight_positive", sql`${part.weightGrams} > 0`),
    check("parts_pack_in_bounds", sql`${part.packOf} between 1 and 1000`),
    check("parts_low_stock_not_negative", sql`${part.lowStock} >= 0`),
    index("parts_by_type").on(part.partTypeId, part.position).where(isShown(part)),
    index("parts_by_type_and_name")
      .on(part.partTypeId, sql`lower(${part.name})`, part.position)
      .where(isShown(part)),
    // Lists of admins have hidden ones, too.
    index("parts_by_price").on(part.priceCents, part.position).where(isKept(part)),
    index("parts_by_lower_name").on(sql`lower(${part.name})`, part.position).where(isKept(part)),
    index("parts_by_brand").on(part.brandId, part.position).where(isShown(part)),
    index("parts_foreign_picture").using("hash", part.img).where(sql`${part.img} ~* '^https?://'`),
  ],
);

function isShown(part: Record<"deletedAt" | "hidden", AnyPgColumn>) {
  return sql`${part.deletedAt} is null and not ${part.hidden}`;
}

function isKept(part: { deletedAt: AnyPgColumn }) {
  return sql`${part.deletedAt} is null`;
}

/** Types under which a part is listed besides its own. Triggers count them for each vehicle. */
export const furtherPartTypes = pgTable(
  "further_part_types",
  {
    partId: uuid("part_id")
      .notNull()
      .references(() => parts.id, { onDelete: "cascade" }),
    partTypeId: integer("part_type_id")
      .notNull()
      .references(() => partTypes.id),
  },
  (row) => [
    primaryKey({ columns: [row.partId, row.partTypeId] }),
    index("further_part_types_by_type").on(row.partTypeId),
  ],
);

/** Prices that parts had before. A trigger writes them. */
export const pastPrices = pgTable(
  "past_prices",
  {
    id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    partId: uuid("part_id")
      .notNull()
      .references(() => parts.id, { onDelete: "cascade" }),
    cents: bigint("cents", { mode: "number" }).notNull(),
    until: timestamp("until", { withTimezone: true }).notNull(),
  },
  (price) => [index("past_prices_of_part").on(price.partId, price.until)],
);

export const partPictures = pgTable(
  "part_pictures",
  {
    partId: uuid("part_id")
      .notNull()
      .references(() => parts.id, { onDelete: "cascade" }),
    position: smallint("position").notNull(),
    address: text("address").notNull(),
    /** The address that this was copied from. */
    given: text("given"),
  },
  (picture) => [
    primaryKey({ columns: [picture.partId, picture.position] }),
    // An index of addresses as such would take short ones only.
    index("part_pictures_foreign")
      .using("hash", picture.address)
      .where(sql`${picture.address} ~* '^https?://'`),
    check(
      "part_pictures_bounded",
      sql`${picture.position} between 2 and 12 and length(${picture.address}) between 1 and 2000`,
    ),
  ],
);

/** What became of each address of a picture elsewhere. Triggers add them, a job copies them. */
export const pictureCopies = pgTable(
  "picture_copies",
  {
    /** An address may be too long for an index. */
    key: text("key").primaryKey().generatedAlwaysAs(sql`md5(source)`),
    source: text("source").notNull(),
    copy: text("copy"),
    problem: text("problem"),
    attempts: smallint("attempts").notNull().default(0),
    /** Null when it is copied, or not tried again. */
    nextAttemptAt: timestamp("next_attempt_at", { withTimezone: true }).defaultNow(),
  },
  (picture) => [
    index("picture_copies_due")
      .on(picture.nextAttemptAt)
      .where(sql`${picture.nextAttemptAt} is not null`),
    check(
      "picture_copies_bounded",
      sql`length(${picture.source}) <= 2000 and length(${picture.copy}) <= 2000
        and length(${picture.problem}) <= 300`,
    ),
  ],
);

/** All numbers that find a part: its own, earlier ones, those of others. */
export const partNumbers = pgTable(
  "part_numbers",
  {
    id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    partId: uuid("part_id")
      .notNull()
      .references(() => parts.id, { onDelete: "cascade" }),
    kind: text("kind").$type<"own" | NumberKind>().notNull(),
    brandId: integer("brand_id").references(() => brands.id),
    written: text("written").notNull(),
    /** The form in which numbers are compared (contract/rules/part-number.ts). */
    norm: byteText("norm").notNull().generatedAlwaysAs(sql`part_number_norm(written)`),
    pieces: numeric("pieces", { precision: 6, scale: 2, mode: "number" }).notNull().default(1),
    note: text("note").notNull().default(""),
  },
  (number) => [
    unique("part_numbers_once")
      .on(number.partId, number.kind, number.brandId, number.norm)
      .nullsNotDistinct(),
    uniqueIndex("part_numbers_own").on(number.norm).where(sql`${number.kind} = 'own'`),
    uniqueIndex("part_numbers_own_of_part").on(number.partId).where(sql`${number.kind} = 'own'`),
    uniqueIndex("part_numbers_gtin")
      .on(sql`lpad(${number.norm}, 14, '0')`)
      .where(sql`${number.kind} = 'gtin'`),
    index("part_numbers_norm").on(number.norm, number.kind, number.partId),
    check(
      "part_numbers_kind_known",
      sql`${number.kind} in ('own', 'oe', 'competitor', 'old', 'gtin')`,
    ),
    check(
      "part_numbers_brand",
      sql`(${number.kind} in ('oe', 'competitor')) = (${number.brandId} is not null)`,
    ),
    check("part_numbers_pieces_positive", sql`${number.pieces} > 0`),
    check(
      "part_numbers_bounded",
      sql`length(${number.written}) <= 60 and length(${number.note}) <= 200
        and length(part_number_norm(${number.written})) between 2 and 40`,
    ),
    check(
      "part_numbers_gtin_digit",
      sql`${number.kind} <> 'gtin' or is_gtin(part_number_norm(${number.written}))`,
    ),
  ],
);

/** What parts of a type are described by; those without a type describe parts of every type. */
export const attributes = pgTable(
  "attributes",
  {
    id: numberColumn("id"),
    partTypeId: integer("part_type_id").references(() => partTypes.id),
    name: text("name").notNull(),
    unit: text("unit"),
    kind: text("kind", { enum: ["choice", "number"] }).notNull(),
    facet: boolean("facet").notNull().default(true),
  },
  (attribute) => [
    unique("attributes_name").on(attribute.partTypeId, attribute.name).nullsNotDistinct(),
    check(
      "attributes_bounded",
      sql`length(${attribute.name}) between 1 and 60 and length(${attribute.unit}) between 1 and 20`,
    ),
    check("attributes_kind_known", sql`${attribute.kind} in ('choice', 'number')`),
  ],
);

export const partAttributes = pgTable(
  "part_attributes",
  {
    partId: uuid("part_id")
      .notNull()
      .references(() => parts.id, { onDelete: "cascade" }),
    attributeId: integer("attribute_id")
      .notNull()
      .references(() => attributes.id, { onDelete: "cascade" }),
    choice: text("choice"),
    number: numeric("number", { mode: "number" }),
  },
  (value) => [
    primaryKey({ columns: [value.partId, value.attributeId] }),
    // With the part, so that filters and their counts read no rows.
    index("part_attributes_of_choice")
      .on(value.attributeId, value.choice, value.partId)
      .where(sql`${value.choice} is not null`),
    index("part_attributes_of_number")
      .on(value.attributeId, value.number, value.partId)
      .where(sql`${value.number} is not null`),
    check("part_attributes_one_value", sql`num_nonnulls(${value.choice}, ${value.number}) = 1`),
    check("part_attributes_bounded", sql`length(${value.choice}) between 1 and 100`),
  ],
);

export const supersessions = pgTable(
  "supersessions",
  {
    oldPart: uuid("old_part")
      .notNull()
      .references(() => parts.id, { onDelete: "cascade" }),
    newPart: uuid("new_part")
      .notNull()
      .references(() => parts.id, { onDelete: "cascade" }),
    choice: smallint("choice").notNull().default(1),
    quantity: smallint("quantity").notNull().default(1),
    bothWays: boolean("both_ways").notNull().default(false),
    merges: boolean("merges").notNull().default(false),
    terms: jsonb("terms").$type<Term[]>().notNull().default([]),
    since: date("since", { mode: "string" }).notNull(),
    reason: text("reason").notNull().default(""),
  },
  (row) => [
    primaryKey({ columns: [row.oldPart, row.choice, row.newPart] }),
    index("supersessions_new").on(row.newPart),
    check("supersessions_of_another", sql`${row.oldPart} <> ${row.newPart}`),
    check(
      "supersessions_bounded",
      sql`${row.choice} between 1 and 20 and ${row.quantity} between 1 and 99
        and length(${row.reason}) <= 200`,
    ),
  ],
);

/** What a kit consists of. A trigger refuses circles. */
export const kitComponents = pgTable(
  "kit_components",
  {
    kitId: uuid("kit_id")
      .notNull()
      .references(() => parts.id, { onDelete: "cascade" }),
    componentId: uuid("component_id")
      .notNull()
      .references(() => parts.id, { onDelete: "cascade" }),
    quantity: smallint("quantity").notNull().default(1),
    /** Otherwise it is sold in this kit only. */
    soldAlone: boolean("sold_alone").notNull().default(true),
  },
  (row) => [
    primaryKey({ columns: [row.kitId, row.componentId] }),
    index("kit_components_component").on(row.componentId),
    check("kit_components_of_others", sql`${row.kitId} <> ${row.componentId}`),
    check("kit_components_quantity", sql`${row.quantity} between 1 and 99`),
  ],
);

/** What moved stock before there was `inventory_movements`: a record that nothing writes any more. */
export const stockMovements = pgTable(
  "stock_movements",
  {
    position: bigint("position", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    partId: uuid("part_id").notNull(),
    change: integer("change").notNull(),
    after: integer("after").notNull(),
    reason: text("reason").notNull(),
    orderId: uuid("order_id"),
    userId: uuid("user_id"),
    createdAt: createdAt(),
  },
  (movement) => [
    index("stock_movements_of_part").on(movement.partId, movement.position),
    uniqueIndex("stock_movements_of_order").on(movement.orderId, movement.reason),
    index("stock_movements_by_hand")
      .on(movement.position)
      .where(sql`${movement.reason} = 'by hand'`),
  ],
);
