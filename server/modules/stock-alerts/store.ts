import { and, count, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { alertDays, type StockAlert } from "#contract/stock-alerts.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { stockAlerts } from "./tables.ts";

/** Enough to open a letter. */
export const confirmHours = 24;

const inDays = sql`now() + make_interval(days => ${alertDays})`;
const inHours = sql`now() + make_interval(hours => ${confirmHours})`;
const isLive = sql`${stockAlerts.expiresAt} > now()`;
const isWaiting = and(isNotNull(stockAlerts.confirmedAt), isNull(stockAlerts.toldAt), isLive);

type Asked = { partId: string; email: string; userId: string | null; isConfirmed: boolean };

export async function addAlert(tx: Queries, { isConfirmed, ...asked }: Asked): Promise<string> {
  const row = {
    id: newId(),
    ...asked,
    confirmedAt: isConfirmed ? sql`now()` : null,
    expiresAt: isConfirmed ? inDays : inHours,
  };
  const [stored] = await tx
    .insert(stockAlerts)
    .values(row)
    .onConflictDoUpdate({
      target: [stockAlerts.partId, stockAlerts.email],
      targetWhere: isNull(stockAlerts.toldAt),
      set: {
        userId: sql`coalesce(excluded.user_id, ${stockAlerts.userId})`,
        confirmedAt: sql`case when ${isLive} then coalesce(${stockAlerts.confirmedAt}, excluded.confirmed_at)
          else excluded.confirmed_at end`,
        expiresAt: sql`greatest(${stockAlerts.expiresAt}, excluded.expires_at)`,
      },
    })
    .returning({ id: stockAlerts.id });
  if (!stored) throw new Error("An alert was not stored");
  return stored.id;
}

export const maxWaiting = 50;

export async function hasMaxWaiting(db: Queries, email: string): Promise<boolean> {
  const [row] = await db
    .select({ waiting: count() })
    .from(stockAlerts)
    .where(and(eq(stockAlerts.email, email), isWaiting));
  return (row?.waiting ?? 0) >= maxWaiting;
}

export async function confirmAlert(tx: Queries, id: string): Promise<void> {
  await tx
    .update(stockAlerts)
    .set({
      confirmedAt: sql`coalesce(${stockAlerts.confirmedAt}, now())`,
      expiresAt: sql`greatest(${stockAlerts.expiresAt}, ${inDays})`,
    })
    .where(eq(stockAlerts.id, id));
}

export async function findByToken(db: Queries, tokenHash: Buffer) {
  const [row] = await db
    .select()
    .from(stockAlerts)
    .where(eq(stockAlerts.tokenHash, tokenHash))
    .limit(1);
  return row;
}

type Asker = { email: string; userId: string | null };

export async function deleteAlertsOf(tx: Queries, { email, userId }: Asker): Promise<number> {
  const isOfAccount = userId ? eq(stockAlerts.userId, userId) : undefined;
  const deleted = await tx
    .delete(stockAlerts)
    .where(or(eq(stockAlerts.email, email), isOfAccount))
    .returning({ id: stockAlerts.id });
  return deleted.length;
}

type Person = { _id: string; email: string; emailVerified: boolean };

/** Alerts that visitors asked for are a person's own once the e-mail is proven. */
export function isOf({ _id, email, emailVerified }: Person): SQL {
  const byAccount = eq(stockAlerts.userId, _id);
  const byEmail = eq(stockAlerts.email, email.toLowerCase());
  return emailVerified ? sql`(${byAccount} or ${byEmail})` : byAccount;
}

type Row = Omit<StockAlert, "part" | "since" | "until"> & {
  partId: string;
  number: string;
  name: string;
  since: string;
  until: string;
};

export async function listAlerts(db: Queries, person: Person): Promise<StockAlert[]> {
  const own = db
    .select({ id: stockAlerts.id })
    .from(stockAlerts)
    .where(and(isOf(person), isWaiting))
    .orderBy(desc(stockAlerts.createdAt));
  const rows = await queryRows<Row>(
    db,
    sql`select a.id as "_id", a.part_id as "partId", p.number, p.name, a.created_at as since,
        a.expires_at as until
      from stock_alerts a join parts p on p.id = a.part_id
      where a.id in (${own}) order by a.created_at desc, a.id desc`,
  );
  return rows.map(({ _id, partId, number, name, since, until }) => ({
    _id,
    part: { _id: partId, number, name },
    since: new Date(since).toISOString(),
    until: new Date(until).toISOString(),
  }));
}

export async function removeAlert(db: Queries, person: Person, id: string): Promise<boolean> {
  const removed = await db
    .delete(stockAlerts)
    .where(and(eq(stockAlerts.id, id), isOf(person), isNull(stockAlerts.toldAt)))
    .returning({ id: stockAlerts.id });
  return removed.length > 0;
}

export async function listAwaitedParts(tx: Queries, partIds?: string[]): Promise<string[]> {
  const rows = await tx
    .select({ partId: stockAlerts.partId })
    .from(stockAlerts)
    .where(and(partIds && inArray(stockAlerts.partId, partIds), isWaiting))
    .groupBy(stockAlerts.partId);
  return rows.map(({ partId }) => partId);
}

/** To one only of several callers. A person is written to at the e-mail of now. */
export async function takeWaiting(tx: Queries, partId: string, most: number) {
  const next = tx
    .select({ id: stockAlerts.id })
    .from(stockAlerts)
    .where(and(eq(stockAlerts.partId, partId), isWaiting))
    .orderBy(stockAlerts.createdAt)
    .limit(most)
    .for("update", { skipLocked: true });
  return tx
    .update(stockAlerts)
    .set({
      toldAt: sql`now()`,
      email: sql`coalesce((select lower(email) from users where id = ${stockAlerts.userId}), ${stockAlerts.email})`,
    })
    .where(inArray(stockAlerts.id, next))
    .returning({ id: stockAlerts.id, email: stockAlerts.email });
}

export async function findAlert(db: Queries, id: string) {
  const [row] = await db.select().from(stockAlerts).where(eq(stockAlerts.id, id));
  return row;
}

export async function setToken(db: Queries, id: string, tokenHash: Buffer): Promise<void> {
  await db.update(stockAlerts).set({ tokenHash }).where(eq(stockAlerts.id, id));
}

/** The part was gone again before its letter was written. */
export async function reopenAlert(db: Queries, id: string): Promise<void> {
  await db.execute(sql`update stock_alerts a set told_at = null where id = ${id}
    and not exists (select from stock_alerts other where other.part_id = a.part_id
      and other.email = a.email and other.told_at is null)`);
}

/** Links in letters work for a month after them. */
export async function deleteExpiredAlerts(db: Queries): Promise<void> {
  await db.execute(sql`delete from stock_alerts where expires_at < now()
    and (told_at is null or told_at < now() - interval '30 days')`);
}
