import { inArray, sql } from "drizzle-orm";
import { hasIndexedWord, mostRows } from "#server/platform/database/list-found.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { ThingSource } from "#server/platform/things/things.ts";
import { findIds } from "./managed-filters.ts";
import { typeAuditId } from "./part-type-record.ts";
import { parts, partTypes } from "./tables.ts";

const mostFound = 200;
/** Looked through where no index can find a word. */
const newest = sql`(select id, name from parts order by position desc limit ${mostRows}) parts`;

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
    const rows = await queryRows<{ id: string }>(
      db,
      sql`select id from (${findIds(q, hasIndexedWord(q) ? undefined : newest)}) found (id)
        limit ${mostFound}`,
    );
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
