import { and, desc, eq, sql } from "drizzle-orm";
import type { CheckoutEdit } from "#contract/checkout.ts";
import type { CheckoutAddress } from "#contract/checkout-address.ts";
import { isOfHolder, type VatHolder, type VatState } from "#server/modules/vat/store.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { addresses, checkouts } from "./tables.ts";

export type StoredCheckout = Pick<
  typeof checkouts.$inferSelect,
  "address" | "billTo" | "method" | "vatId" | "reference"
> & {
  /** Of the VAT number, as that of whom the invoice is for. */
  vatState: VatState | null;
};

const nothing: StoredCheckout = {
  address: null,
  billTo: null,
  method: null,
  vatId: "",
  vatState: null,
  reference: "",
};

export async function readOwnCheckout(db: Queries, userId: string) {
  const { billTo, vatId, reference } = await findCheckout(db, userId);
  const known = await listAddresses(db, userId);
  return { billTo, vatId, reference, addresses: known.map(({ address }) => address) };
}

const payer = sql`coalesce(checkouts.bill_to, checkouts.address)`;
const payerName = sql`coalesce(nullif(${payer}->>'company', ''), ${payer}->>'name')`;
const holds = isOfHolder(sql`checkouts.vat_id`, sql`${payer}->>'country'`, payerName);
const vatState = sql<VatState | null>`(select v.state from vat_checks v where ${holds})`;

/** Whose VAT number it is, if the invoice is for somebody yet. */
export function vatHolderOf({
  address,
  billTo,
  vatId,
}: Pick<StoredCheckout, "address" | "billTo" | "vatId">): VatHolder | undefined {
  const payer = billTo ?? address;
  if (!payer || vatId === "") return undefined;
  return { vatId, country: payer.country, name: payer.company || payer.name };
}

export async function findCheckout(db: Queries, userId: string): Promise<StoredCheckout> {
  const { address, billTo, method, vatId, reference } = checkouts;
  const [row] = await db
    .select({ address, billTo, method, vatId, reference, vatState })
    .from(checkouts)
    .where(eq(checkouts.userId, userId));
  return row ?? nothing;
}

export async function saveCheckout(db: Queries, userId: string, edit: CheckoutEdit): Promise<void> {
  const set = { ...edit, touchedAt: new Date() };
  await db
    .insert(checkouts)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: checkouts.userId, set });
}

export async function forgetReference(tx: Queries, userId: string): Promise<void> {
  await tx.update(checkouts).set({ reference: "" }).where(eq(checkouts.userId, userId));
}

/** When an account passes to the owner of its mailbox, a stranger's addresses must get no goods. */
export async function forgetCheckout(tx: Queries, userId: string): Promise<void> {
  await tx.delete(checkouts).where(eq(checkouts.userId, userId));
  await tx.delete(addresses).where(eq(addresses.userId, userId));
}

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
