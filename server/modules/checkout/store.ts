import { eq } from "drizzle-orm";
import type { CheckoutEdit } from "#contract/checkout.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { listAddresses } from "./addresses.ts";
import { checkouts } from "./tables.ts";

export type StoredCheckout = Pick<
  typeof checkouts.$inferSelect,
  "address" | "method" | "vatId" | "reference"
>;

const nothing: StoredCheckout = { address: null, method: null, vatId: "", reference: "" };

export async function readOwnCheckout(db: Queries, userId: string) {
  const { vatId, reference } = await findCheckout(db, userId);
  const known = await listAddresses(db, userId);
  return { vatId, reference, addresses: known.map(({ address }) => address) };
}

export async function findCheckout(db: Queries, userId: string): Promise<StoredCheckout> {
  const { address, method, vatId, reference } = checkouts;
  const [row] = await db
    .select({ address, method, vatId, reference })
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

/** For the next order, which has a reference of its own. */
export async function forgetReference(tx: Queries, userId: string): Promise<void> {
  await tx.update(checkouts).set({ reference: "" }).where(eq(checkouts.userId, userId));
}
