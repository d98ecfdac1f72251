import { inArray, or } from "drizzle-orm";
import type { ThingSource } from "#server/platform/things/things.ts";
import { hasNumber, nameContains } from "./managed-filters.ts";
import { typeAuditId } from "./part-type-record.ts";
import { parts, partTypes } from "./tables.ts";

const mostFound = 200;

/** Deleted ones keep their names. */
export const partThings: ThingSource = {
  async name(db, ids) {
    const rows = await db
      .select({ id: parts.id, name: parts.name, number: parts.number, deletedAt: parts.deletedAt })
      .from(parts)
      .where(inArray(parts.id, [...ids]));
    return new Map(
      rows.map(({ id, name, number, deletedAt }) => [
        id,
        { name: `${name} ${number}`, key: deletedAt ? null : id },
      ]),
    );
  },
  async find(db, q) {
    const rows = await db
      .select({ id: parts.id })
      .from(parts)
      .where(or(nameContains(q), hasNumber(q)))
      .limit(mostFound);
    return rows.map(({ id }) => id);
  },
};

export const partTypeThings: ThingSource = {
  async name(db) {
    const types = await db.select().from(partTypes);
    return new Map(
      types.map(({ id, name, slug, deletedAt }) => [
        typeAuditId(id),
        { name, key: deletedAt ? null : slug },
      ]),
    );
  },
  async find(db, q) {
    const types = await db.select().from(partTypes);
    const words = q.toLowerCase();
    return types.flatMap(({ id, name }) =>
      name.toLowerCase().includes(words) ? typeAuditId(id) : [],
    );
  },
};
