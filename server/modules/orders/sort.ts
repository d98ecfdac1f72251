import { asc, desc, gt, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { Order, orderSort } from "#contract/orders.ts";
import { toCents } from "#contract/rules/money.ts";
import { orders } from "./tables.ts";

export type Sort = z.output<typeof orderSort>;
export type Cursor = { id: string; totalCents: number; name: string };

export function toCursor({ _id, totalPrice, name }: Order): Cursor {
  return { id: _id, totalCents: toCents(totalPrice), name };
}

type Columns = Record<"id" | "totalCents" | "name", SQLWrapper>;

export function sortColumns(sort: Sort = "newest", { id, totalCents, name }: Columns): SQL[] {
  return {
    newest: [desc(id)],
    oldest: [asc(id)],
    dearest: [desc(totalCents), desc(id)],
    cheapest: [asc(totalCents), asc(id)],
    name: [sql`lower(${name}) asc`, asc(id)],
    "name-down": [sql`lower(${name}) desc`, desc(id)],
  }[sort];
}

export function afterCursor(sort: Sort = "newest", { id, totalCents, name }: Cursor): SQL {
  const row = sql`(${orders.totalCents}, ${orders.id})`;
  const cursor = sql`(${totalCents}::bigint, ${id}::uuid)`;
  const named = sql`(lower(${orders.name}), ${orders.id})`;
  const namedCursor = sql`(lower(${name}::text), ${id}::uuid)`;
  return {
    newest: lt(orders.id, id),
    oldest: gt(orders.id, id),
    dearest: sql`${row} < ${cursor}`,
    cheapest: sql`${row} > ${cursor}`,
    name: sql`${named} > ${namedCursor}`,
    "name-down": sql`${named} < ${namedCursor}`,
  }[sort];
}
