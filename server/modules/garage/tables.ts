import { sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Term } from "#contract/rules/fit.ts";
import { users } from "#server/modules/customers/tables.ts";
import { vehicles } from "#server/modules/fitment/tables.ts";
import { bytea, createdAt, idColumn } from "#server/platform/database/columns.ts";

export const garageCars = pgTable(
  "garage_cars",
  {
    id: idColumn(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    vehicleId: integer("vehicle_id")
      .notNull()
      .references(() => vehicles.id),
    name: text("name").notNull().default(""),
    known: jsonb("known").$type<Term[]>().notNull(),
    /** Encrypted (seal-vin.ts) by the key of this name. */
    vinSealed: bytea("vin_sealed"),
    vinKey: text("vin_key"),
    odometerKm: integer("odometer_km"),
    createdAt: createdAt(),
  },
  (car) => [
    index("garage_cars_of_user").on(car.userId, car.createdAt),
    index("garage_cars_by_key").on(car.vinKey).where(sql`${car.vinKey} is not null`),
    check(
      "garage_cars_bounded",
      sql`length(${car.name}) <= 60 and ${car.odometerKm} >= 0 and length(${car.vinSealed}) <= 100
        and jsonb_typeof(${car.known}) = 'array' and jsonb_array_length(${car.known}) <= 30`,
    ),
    check("garage_cars_sealed", sql`(${car.vinSealed} is null) = (${car.vinKey} is null)`),
  ],
);

export const serviceEntries = pgTable(
  "service_entries",
  {
    id: idColumn(),
    carId: uuid("car_id")
      .notNull()
      .references(() => garageCars.id, { onDelete: "cascade" }),
    doneOn: date("done_on", { mode: "string" }).notNull(),
    fitted: text("fitted").notNull(),
    partId: uuid("part_id"),
    odometerKm: integer("odometer_km"),
    note: text("note").notNull().default(""),
    createdAt: createdAt(),
  },
  (entry) => [
    index("service_entries_of_car").on(entry.carId, entry.doneOn),
    check(
      "service_entries_bounded",
      sql`length(${entry.fitted}) between 1 and 400 and length(${entry.note}) <= 2000
        and ${entry.odometerKm} >= 0`,
    ),
  ],
);
