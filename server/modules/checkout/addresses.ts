import { and, desc, eq, sql } from "drizzle-orm";
import type { CheckoutAddress } from "#contract/checkout-address.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { addresses } from "./tables.ts";

const maxAddresses = 20;

export function listAddresses(
  db: Queries,
  userId: string,
): Promise<{ _id: string; address: CheckoutAddress }[]> {
  return db
    .select({ _id: addresses.id, address: addresses.address })
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.usedAt));
}

/** Each once; the oldest ones make room. The caller has locked the person's checkout. */
export async function rememberAddress(
  tx: Queries,
  userId: string,
  address: CheckoutAddress,
): Promise<void> {
  const same = sql`${addresses.userId} = ${userId} and ${addresses.address} = ${JSON.stringify(address)}::jsonb`;
  await tx.delete(addresses).where(same);
  await tx.insert(addresses).values({ id: newId(), userId, address });
  await tx.execute(sql`delete from addresses where user_id = ${userId} and id not in (
    select id from addresses where user_id = ${userId} order by used_at desc limit ${maxAddresses})`);
}

export async function forgetAddress(db: Queries, userId: string, id: string): Promise<boolean> {
  const forgotten = await db
    .delete(addresses)
    .where(and(eq(addresses.id, id), eq(addresses.userId, userId)))
    .returning({ id: addresses.id });
  return forgotten.length > 0;
}
