import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { FactKind, FactValue, Outcome, Term } from "#contract/rules/fit.ts";
import { doneAt } from "#server/platform/database/columns.ts";

/** Written and read as PostgreSQL writes it: "[2012,2017)". */
const intRange = customType<{ data: string }>({ dataType: () => "int4range" });
const dateRange = customType<{ data: string }>({ dataType: () => "daterange" });
const numberColumn = (name: string) => integer(name).generatedAlwaysAsIdentity().primaryKey();
const slugShape = "'^[a-z0-9]+(-[a-z0-9]+)*$'";

export const makes = pgTable(
  "makes",
  { id: numberColumn("id"), name: text("name").notNull(), slug: text("slug").notNull() },
  (make) => [
    uniqueIndex("makes_slug").on(make.slug),
    check("makes_bounded", sql`length(${make.name}) between 1 and 80`),
    check("makes_slug_shape", sql`${make.slug} ~ ${sql.raw(slugShape)}`),
  ],
);

export const models = pgTable(
  "models",
  {
    id: numberColumn("id"),
    makeId: integer("make_id")
      .notNull()
      .references(() => makes.id),
    name: text("name").notNull(),
    slug: text("slug").notNull(),
  },
  (model) => [
    unique("models_slug").on(model.makeId, model.slug),
    check("models_bounded", sql`length(${model.name}) between 1 and 80`),
    check("models_slug_shape", sql`${model.slug} ~ ${sql.raw(slugShape)}`),
  ],
);

export const vehicles = pgTable(
  "vehicles",
  {
    id: numberColumn("id"),
    modelId: integer("model_id")
      .notNull()
      .references(() => models.id, { onDelete: "cascade" }),
    year: smallint("year").notNull(),
    built: dateRange("built"),
  },
  (vehicle) => [
    unique("vehicles_year").on(vehicle.modelId, vehicle.year),
    check("vehicles_year_bounded", sql`${vehicle.year} between 1900 and 2100`),
  ],
);

/** Vehicles that people looked for parts for, and found none. */
export const missedVehicles = pgTable(
  "missed_vehicles",
  {
    day: date("day", { mode: "string" }).notNull(),
    vehicleId: integer("vehicle_id")
      .notNull()
      .references(() => vehicles.id, { onDelete: "cascade" }),
    count: integer("count").notNull().default(1),
  },
  (missed) => [primaryKey({ columns: [missed.day, missed.vehicleId] })],
);

export const facts = pgTable(
  "facts",
  {
    id: smallint("id").generatedAlwaysAsIdentity().primaryKey(),
    key: text("key").notNull(),
    kind: text("kind").$type<FactKind>().notNull(),
    question: text("question").notNull(),
    whereToLook: text("where_to_look").notNull().default(""),
    effort: smallint("effort").notNull().default(1),
    unit: text("unit"),
  },
  (fact) => [
    uniqueIndex("facts_key").on(fact.key),
    check("facts_key_shape", sql`${fact.key} ~ '^[a-z][a-z0-9:-]{0,39}$'`),
    check("facts_kind_known", sql`${fact.kind} in ('choice', 'date', 'number', 'serial', 'look')`),
    check("facts_effort_in_bounds", sql`${fact.effort} between 1 and 9`),
    check(
      "facts_bounded",
      sql`length(${fact.question}) between 1 and 200 and length(${fact.whereToLook}) <= 500`,
    ),
  ],
);

export const factValues = pgTable(
  "fact_values",
  {
    id: numberColumn("id"),
    factId: smallint("fact_id")
      .notNull()
      .references(() => facts.id, { onDelete: "cascade" }),
    label: text("label").notNull(),
    slug: text("slug").notNull(),
  },
  (value) => [
    unique("fact_values_slug").on(value.factId, value.slug),
    check("fact_values_bounded", sql`length(${value.label}) between 1 and 80`),
  ],
);

/** Addresses of makes and models from before they were renamed, which lead to the present ones. */
export const formerVehicleSlugs = pgTable(
  "former_vehicle_slugs",
  {
    id: numberColumn("id"),
    /** Of a model: the make in whose addresses it stands. */
    ofMake: integer("of_make").references(() => makes.id, { onDelete: "cascade" }),
    slug: text("slug").notNull(),
    makeId: integer("make_id").references(() => makes.id, { onDelete: "cascade" }),
    modelId: integer("model_id").references(() => models.id, { onDelete: "cascade" }),
  },
  (former) => [
    unique("former_vehicle_slugs_once").on(former.ofMake, former.slug).nullsNotDistinct(),
    check(
      "former_vehicle_slugs_one",
      sql`num_nonnulls(${former.makeId}, ${former.modelId}) = 1
        and (${former.ofMake} is null) = (${former.modelId} is null)`,
    ),
  ],
);

export const vehicleCombinations = pgTable(
  "vehicle_combinations",
  {
    id: numberColumn("id"),
    vehicleId: integer("vehicle_id")
      .notNull()
      .references(() => vehicles.id, { onDelete: "cascade" }),
    /** Ids of values by the keys of facts. */
    facts: jsonb("facts").$type<Record<string, FactValue>>().notNull(),
  },
  (combination) => [
    unique("vehicle_combinations_once").on(combination.vehicleId, combination.facts),
    check("vehicle_combinations_object", sql`jsonb_typeof(${combination.facts}) = 'object'`),
  ],
);

/** Rules that tell what places of a VIN say. In the shape of NHTSA's vPIC. */
export const vinSchemas = pgTable("vin_schemas", {
  id: integer("id").primaryKey(),
  name: text("name").notNull(),
});

/** Who makes cars with such VINs, and by which schemas. */
export const vinMakers = pgTable(
  "vin_makers",
  {
    wmi: text("wmi").notNull(),
    schemaId: integer("schema_id")
      .notNull()
      .references(() => vinSchemas.id, { onDelete: "cascade" }),
    years: intRange("years").notNull(),
    /** Place 9 is one. Not so in Europe. */
    hasCheckDigit: boolean("has_check_digit").notNull(),
  },
  (maker) => [
    primaryKey({ columns: [maker.wmi, maker.schemaId, maker.years] }),
    check("vin_makers_wmi_shape", sql`${maker.wmi} ~ '^([A-HJ-NPR-Z0-9]{3}){1,2}$'`),
  ],
);

export const vinPatterns = pgTable(
  "vin_patterns",
  {
    schemaId: integer("schema_id")
      .notNull()
      .references(() => vinSchemas.id, { onDelete: "cascade" }),
    /** Places 4 to 8, then "|" and places 10 to 17; "*" is any sign. */
    pattern: text("pattern").notNull(),
    says: text("says").notNull(),
    value: text("value").notNull(),
  },
  (row) => [primaryKey({ columns: [row.schemaId, row.pattern, row.says, row.value] })],
);

/** As the driver sees it, looking ahead. */
export const positions = pgTable(
  "positions",
  { id: smallint("id").generatedAlwaysAsIdentity().primaryKey(), name: text("name").notNull() },
  (position) => [
    uniqueIndex("positions_name").on(position.name),
    check("positions_bounded", sql`length(${position.name}) between 1 and 80`),
  ],
);

/** The same conditions come again and again: each is stored once. */
export const fitConditions = pgTable(
  "fit_conditions",
  {
    id: numberColumn("id"),
    /** `canonicalTerms` as text. */
    key: text("key").notNull(),
    terms: jsonb("terms").$type<Term[]>().notNull(),
  },
  (condition) => [
    uniqueIndex("fit_conditions_key").on(condition.key),
    check(
      "fit_conditions_bounded",
      sql`jsonb_typeof(${condition.terms}) = 'array' and jsonb_array_length(${condition.terms}) <= 12
        and length(${condition.key}) <= 2000`,
    ),
  ],
);

/** Lines of the catalogue: a part fits a model in these years, if the condition holds. */
export const applications = pgTable(
  "applications",
  {
    id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    partId: uuid("part_id").notNull(),
    partTypeId: integer("part_type_id").notNull(),
    modelId: integer("model_id")
      .notNull()
      .references(() => models.id),
    years: intRange("years").notNull(),
    conditionId: integer("condition_id")
      .notNull()
      .references(() => fitConditions.id),
    positionId: smallint("position_id").references(() => positions.id),
    quantity: smallint("quantity"),
    /** Tells alike lines of one part apart. */
    label: text("label").notNull().default(""),
    remark: text("remark").notNull().default(""),
    /** Then nobody is told "yes" by it. */
    heldBecause: text("held_because"),
    version: integer("version").notNull().default(1),
    importId: uuid("import_id"),
  },
  (row) => [
    unique("applications_once")
      .on(
        ...([row.partId, row.modelId, row.partTypeId, row.positionId] as const),
        ...([row.conditionId, row.years, row.label] as const),
      )
      .nullsNotDistinct(),
    index("applications_fit").using("gist", row.modelId, row.partTypeId, row.years),
    check(
      "applications_years_bounded",
      sql`not isempty(${row.years}) and lower(${row.years}) >= 1900 and upper(${row.years}) <= 2101`,
    ),
    check("applications_quantity_in_bounds", sql`${row.quantity} between 1 and 99`),
    check(
      "applications_bounded",
      sql`length(${row.label}) <= 80 and length(${row.remark}) <= 500 and length(${row.heldBecause}) <= 200`,
    ),
  ],
);

export const fitDeclarations = pgTable(
  "fit_declarations",
  {
    partId: uuid("part_id").primaryKey(),
    universal: boolean("universal").notNull().default(false),
    listsAllVehicles: boolean("lists_all_vehicles").notNull().default(false),
  },
  (row) => [check("fit_declarations_one", sql`not (${row.universal} and ${row.listsAllVehicles})`)],
);

/** What codes of files from elsewhere mean here. Operators fill them; the shop comes with none. */
export const vehicleAliases = pgTable(
  "vehicle_aliases",
  {
    source: text("source").notNull(),
    code: text("code").notNull(),
    vehicleId: integer("vehicle_id").references(() => vehicles.id, { onDelete: "cascade" }),
    modelId: integer("model_id").references(() => models.id, { onDelete: "cascade" }),
    positionId: smallint("position_id").references(() => positions.id),
    /** The empty one: it leaves out no car. */
    conditionId: integer("condition_id").references(() => fitConditions.id),
    partTypeId: integer("part_type_id"),
  },
  (alias) => [
    primaryKey({ columns: [alias.source, alias.code] }),
    check(
      "vehicle_aliases_one",
      sql`num_nonnulls(${alias.vehicleId}, ${alias.modelId}, ${alias.positionId}, ${alias.conditionId}, ${alias.partTypeId}) = 1`,
    ),
    check(
      "vehicle_aliases_bounded",
      sql`length(${alias.source}) <= 40 and length(${alias.code}) between 1 and 300`,
    ),
  ],
);

/** How many parts of a type have applications for a vehicle. */
export const vehiclePartTypes = pgTable(
  "vehicle_part_types",
  {
    vehicleId: integer("vehicle_id")
      .notNull()
      .references(() => vehicles.id, { onDelete: "cascade" }),
    partTypeId: integer("part_type_id").notNull(),
    parts: integer("parts").notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.vehicleId, row.partTypeId] }),
    check("vehicle_part_types_some", sql`${row.parts} > 0`),
  ],
);

/** What was said of a part when it was ordered for a car. A trigger refuses changes. */
export const fitProofs = pgTable(
  "fit_proofs",
  {
    orderLineId: uuid("order_line_id").primaryKey(),
    partId: uuid("part_id").notNull(),
    vehicleId: integer("vehicle_id").notNull(),
    vehicle: text("vehicle").notNull(),
    /** Of what was known of the car, the facts that the part asks for. */
    known: jsonb("known").$type<Term[]>().notNull(),
    knownWritten: text("known_written").array().notNull(),
    says: text("says").$type<Outcome>().notNull(),
    reason: text("reason").notNull(),
    /** Of a "yes": those that it rests on. */
    applicationIds: bigint("application_ids", { mode: "number" }).array().notNull(),
    applications: text("applications").array().notNull(),
    saidAt: doneAt("said_at"),
  },
  (proof) => [
    index("fit_proofs_of_part").on(proof.partId).where(sql`${proof.says} = 'yes'`),
    check(
      "fit_proofs_bounded",
      sql`${proof.says} in ('yes', 'no', 'yes-if', 'not-known')
        and cardinality(${proof.applicationIds}) = cardinality(${proof.applications})
        and (${proof.says} = 'yes' or cardinality(${proof.applicationIds}) = 0)
        and jsonb_typeof(${proof.known}) = 'array'`,
    ),
  ],
);

/** Parts that came back as not fitting although an application had said that they fit. */
export const fitFailures = pgTable(
  "fit_failures",
  {
    applicationId: bigint("application_id", { mode: "number" }).notNull(),
    orderId: uuid("order_id").notNull(),
    at: doneAt("at"),
    /** Then it counts no longer. */
    releasedAt: timestamp("released_at", { withTimezone: true }),
  },
  (failure) => [primaryKey({ columns: [failure.applicationId, failure.orderId] })],
);
