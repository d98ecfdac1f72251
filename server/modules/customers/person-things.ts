import { inArray } from "drizzle-orm";
import type { ThingSource } from "#server/platform/things/things.ts";
import { isCalled } from "./is-called.ts";
import { users } from "./tables.ts";

const mostFound = 200;

export const personThings: ThingSource = {
  async name(db, ids) {
    const rows = await db
      .select({ id: users.id, name: users.name })
      .from(users)
      .where(inArray(users.id, [...ids]));
    return new Map(rows.map(({ id, name }) => [id, { name, key: id }]));
  },
  async find(db, q) {
    const rows = await db.select({ id: users.id }).from(users).where(isCalled(q)).limit(mostFound);
    return rows.map(({ id }) => id);
  },
};
