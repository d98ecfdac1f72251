import { sql } from "drizzle-orm";
import { findOrdersOf } from "#server/modules/letters/find-orders-of.ts";
import type { LetterWriter } from "#server/modules/letters/letter-writer.ts";
import type { Recipient } from "#server/modules/letters/mailbox-limit.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

/** For letters about an order, or a parcel, return, refund, loss or document of one. */
export const toOrderReaders = (
  db: Database,
  writers: Record<string, LetterWriter>,
): Record<string, LetterWriter> =>
  Object.fromEntries(
    Object.entries(writers).map(([kind, write]): [string, LetterWriter] => [
      kind,
      async (to, about) => (about ? write(await findReader(db, to, about), about) : undefined),
    ]),
  );

/**
 * Only a mailbox that the account of the order has at present counts as proven: the former one may
 * be somebody else's by now. An admin who entered the e-mail for this order has proven it.
 */
async function findReader(db: Queries, { email }: Recipient, about: string): Promise<Recipient> {
  const orderId = (await findOrdersOf(db, [about])).get(about) ?? about;
  const [account] = await queryRows<{ isVerified: boolean }>(
    db,
    sql`select u.email_verified_at is not null or o.placed_by is not null as "isVerified"
      from orders o join users u on u.id = o.user_id
      where o.id = ${orderId} and lower(u.email) = lower(${email})`,
  );
  return { email, isVerified: account?.isVerified ?? false };
}
