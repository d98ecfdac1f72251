import { SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Known ones, or a query for them, whose rows are then needed in no round trip of their own. */
export type Ids = readonly string[] | SQL;

export const isIn = (column: SQLWrapper, ids: Ids): SQL =>
  ids instanceof SQL ? sql`${column} in (${ids})` : sql`${column} = any(${sql.param(ids)}::uuid[])`;
