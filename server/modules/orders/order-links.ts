import { and, eq, gt, isNotNull, lt, sql } from "drizzle-orm";
import { hashToken, newToken } from "#server/modules/identity/tokens.ts";
import type { Recipient } from "#server/modules/letters/mailbox-limit.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { OrderRow } from "./move-order.ts";
import { orderLinks, orders } from "./tables.ts";

const linkDays = 365;

type Named = { id: string; number: number | null };

/** In a letter. Who has not proven the mailbox has to sign in, as it may be somebody else's. */
export async function makeOrderAddress(
  db: Queries,
  { origin, to }: { origin: string; to: Recipient },
  { id: orderId, number }: Named,
): Promise<string> {
  if (!to.isVerified) return `${origin}/dashboard/order/${number}`;
  const token = newToken();
  const expiresAt = sql`now() + make_interval(days => ${linkDays})`;
  await db.insert(orderLinks).values({ tokenHash: hashToken(token), orderId, expiresAt });
  // The fragment reaches no server and no log.
  return `${origin}/order#token=${token}`;
}

/** A link ends when the account of the order is deleted. */
export async function findLinkedOrder(db: Queries, token: string): Promise<OrderRow | undefined> {
  const [row] = await db
    .select({ order: orders })
    .from(orderLinks)
    .innerJoin(orders, eq(orders.id, orderLinks.orderId))
    .where(
      and(
        eq(orderLinks.tokenHash, hashToken(token)),
        gt(orderLinks.expiresAt, sql`now()`),
        isNotNull(orders.userId),
      ),
    );
  return row?.order as OrderRow | undefined;
}

/** Of somebody's orders. They have an account to see them in. */
export async function endLinksOf(tx: Queries, userId: string): Promise<void> {
  await tx.execute(sql`delete from ${orderLinks} using ${orders}
    where ${orders.id} = ${orderLinks.orderId} and ${orders.userId} = ${userId}`);
}

/** Letters about orders that somebody placed before go to the present e-mail of the account, too. */
export async function followEmailOf(tx: Queries, userId: string): Promise<void> {
  await tx.execute(sql`update ${orders} set email = u.email from users u
    where u.id = ${userId} and ${orders.userId} = u.id`);
}

export async function deleteExpiredLinks(db: Queries): Promise<void> {
  await db.delete(orderLinks).where(lt(orderLinks.expiresAt, sql`now()`));
}
