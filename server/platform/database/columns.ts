import { sql } from "drizzle-orm";
import { bigint, customType, timestamp, uuid } from "drizzle-orm/pg-core";

export const idColumn = () => uuid("id").primaryKey();
export const positionColumn = () =>
  bigint("position", { mode: "number" }).generatedAlwaysAsIdentity().notNull();
export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });
/** The database's clock, which the demo sets back for the orders of its past weeks. */
export const shopNow = sql`shop_now()`;
export const doneAt = (name: string) =>
  timestamp(name, { withTimezone: true }).notNull().default(shopNow);
export const createdAt = () =>
  timestamp("created_at", { withTimezone: true }).notNull().defaultNow();
