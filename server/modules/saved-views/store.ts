import { and, count, eq, ne, or, sql } from "drizzle-orm";
import type { OwnData } from "#contract/own-data.ts";
import type { NewView, SavedView, ViewList } from "#contract/saved-views.ts";
import { users } from "#server/modules/customers/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { savedViews } from "./tables.ts";

const { id, userId, name, params, columns, shared } = savedViews;
const isOwn = (person: string) => sql<boolean>`${userId} is not distinct from ${person}::uuid`;

export function listViews(db: Queries, person: string, list: ViewList): Promise<SavedView[]> {
  const by = sql<string>`case when ${isOwn(person)} then '' else coalesce(${users.name}, '') end`;
  return db
    .select({
      _id: id,
      name,
      params,
      columns,
      isShared: shared,
      isOwn: isOwn(person),
      by,
    })
    .from(savedViews)
    .leftJoin(users, eq(users.id, userId))
    .where(and(eq(savedViews.list, list), or(eq(userId, person), shared)))
    .orderBy(sql`lower(${name})`, id);
}

export async function countOthers(db: Queries, person: string, view: NewView): Promise<number> {
  const isOther = and(eq(savedViews.list, view.list), ne(name, view.name));
  const [row] = await db
    .select({ count: count() })
    .from(savedViews)
    .where(and(eq(userId, person), isOther));
  return row?.count ?? 0;
}

export async function wasShared(db: Queries, person: string, view: NewView): Promise<boolean> {
  const isSame = and(eq(savedViews.list, view.list), eq(name, view.name));
  const [row] = await db
    .select({ shared })
    .from(savedViews)
    .where(and(eq(userId, person), isSame))
    .for("update");
  return row?.shared ?? false;
}

export async function storeView(db: Queries, person: string, view: NewView): Promise<string> {
  const { isShared, ...given } = view;
  const [row] = await db
    .insert(savedViews)
    .values({ id: newId(), userId: person, ...given, shared: isShared })
    .onConflictDoUpdate({
      target: [userId, savedViews.list, name],
      set: { params: view.params, columns: view.columns, shared: isShared },
    })
    .returning({ id });
  if (!row) throw new Error("A view was not stored");
  return row.id;
}

export async function lockView(db: Queries, viewId: string) {
  const [row] = await db.select().from(savedViews).where(eq(id, viewId)).for("update");
  return row;
}

export async function deleteView(db: Queries, viewId: string): Promise<void> {
  await db.delete(savedViews).where(eq(id, viewId));
}

export async function readOwnViews(db: Queries, person: string): Promise<OwnData["savedViews"]> {
  const rows = await db.select().from(savedViews).where(eq(userId, person)).orderBy(id);
  return rows.map(({ list, name, params, createdAt }) => ({
    list,
    name,
    params,
    since: createdAt.toISOString(),
  }));
}
