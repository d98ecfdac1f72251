import { inArray, sql } from "drizzle-orm";
import type { ThingSource } from "#server/platform/things/things.ts";
import { imports } from "./tables.ts";

const mostFound = 200;
const importName = sql<string>`'import ' || ${imports.number} || ' (' || ${imports.fileName} || ')'`;

export const importThings: ThingSource = {
  async name(db, ids) {
    const rows = await db
      .select({ id: imports.id, name: importName })
      .from(imports)
      .where(inArray(imports.id, [...ids]));
    return new Map(rows.map(({ id, name }) => [id, { name, key: id }]));
  },
  async find(db, q) {
    const rows = await db
      .select({ id: imports.id })
      .from(imports)
      .where(sql`strpos(lower(${importName}), lower(${q})) > 0`)
      .limit(mostFound);
    return rows.map(({ id }) => id);
  },
};
