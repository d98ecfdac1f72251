import { eq, inArray } from "drizzle-orm";
import type { ThingSource } from "#server/platform/things/things.ts";
import { orders } from "./tables.ts";

export const orderThings: ThingSource = {
  async name(db, ids) {
    const rows = await db
      .select({ id: orders.id, number: orders.number })
      .from(orders)
      .where(inArray(orders.id, [...ids]));
    return new Map(rows.map(({ id, number }) => [id, { name: `order ${number ?? id}`, key: id }]));
  },
  async find(db, q) {
    const number = /(\d{1,15})$/.exec(q)?.[1];
    if (!number) return [];
    const rows = await db
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.number, Number(number)));
    return rows.map(({ id }) => id);
  },
};
