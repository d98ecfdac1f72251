import { bigint, customType, timestamp, uuid } from "drizzle-orm/pg-core";

export const idColumn = () => uuid("id").primaryKey();
/** Insertion order. */
export const positionColumn = () =>
  bigint("position", { mode: "number" }).generatedAlwaysAsIdentity().notNull();
export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });
export const createdAt = () =>
  timestamp("created_at", { withTimezone: true }).notNull().defaultNow();
