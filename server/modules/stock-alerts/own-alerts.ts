import { desc } from "drizzle-orm";
import type { Person } from "#contract/identity.ts";
import type { OwnData } from "#contract/own-data.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { isOf } from "./store.ts";
import { stockAlerts } from "./tables.ts";

export async function readOwnAlerts(db: Queries, person: Person): Promise<OwnData["stockAlerts"]> {
  const rows = await db
    .select()
    .from(stockAlerts)
    .where(isOf(person))
    .orderBy(desc(stockAlerts.createdAt));
  return rows.map(({ id, partId, email, createdAt, confirmedAt, toldAt, expiresAt }) => ({
    _id: id,
    part: partId,
    email,
    askedAt: createdAt.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    toldAt: toldAt?.toISOString() ?? null,
    until: expiresAt.toISOString(),
  }));
}

/** Those of the account go with it; this takes what was asked for from the same mailbox, too. */
export async function deleteOwnAlerts(tx: Queries, person: Person): Promise<void> {
  await tx.delete(stockAlerts).where(isOf(person));
}
