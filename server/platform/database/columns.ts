// Kinds of columns that many tables have.
import { bigint, customType, timestamp, uuid } from "drizzle-orm/pg-core";

/** Ids are made by the shop (see new-id.ts). */
export const idColumn = () => uuid("id").primaryKey();
/** The order in which rows came. */
export const positionColumn = () =>
  bigint("position", { mode: "number" }).generatedAlwaysAsIdentity().notNull();
export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });
export const createdAt = () =>
  timestamp("created_at", { withTimezone: true }).notNull().defaultNow();
