import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import { mostCounted } from "#contract/overview.ts";
import type { OwnData } from "#contract/own-data.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { toReceipt } from "./state-withdrawal.ts";
import { withdrawals } from "./tables.ts";

/** They wait for the shop; counted up to a bound. */
export async function countOpenWithdrawals(db: Queries): Promise<number> {
  const rows = await db
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(eq(withdrawals.answered, false))
    .limit(mostCounted);
  return rows.length;
}

/** Anybody may have stated this address, so only of one that is proven. */
export async function readOwnWithdrawals(
  db: Queries,
  { email, emailVerified }: { email: string; emailVerified: boolean },
): Promise<OwnData["withdrawals"]> {
  if (!emailVerified) return [];
  const rows = await db
    .select()
    .from(withdrawals)
    .where(eq(withdrawals.email, email.toLowerCase()))
    .orderBy(desc(withdrawals.id));
  return rows.map(toReceipt);
}

const keptDays = 400;

export async function deleteOldWithdrawals(db: Queries): Promise<void> {
  const isOld = lt(withdrawals.receivedAt, sql`now() - make_interval(days => ${keptDays})`);
  await db.delete(withdrawals).where(and(isNull(withdrawals.orderId), isOld));
}
