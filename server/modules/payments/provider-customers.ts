// The customers of the provider to whom saved cards belong. One without a user waits to be deleted there.
import { asc, eq, isNull, sql } from "drizzle-orm";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { users } from "#server/modules/customers/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { ProviderRejected, requireProvider } from "./provider-types.ts";
import { providerCustomers } from "./tables.ts";

export async function findCustomer(db: Queries, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: providerCustomers.id })
    .from(providerCustomers)
    .where(eq(providerCustomers.userId, userId));
  return row?.id;
}

/** Makes one where there is none, or the provider has none of this id any more. */
export async function withCustomer<Result>(
  context: Context,
  userId: string,
  use: (customerId: string) => Promise<Result>,
): Promise<Result> {
  const known = await findCustomer(context.db, userId);
  if (known) {
    try {
      return await use(known);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await forgetCustomer(context.db, known);
    }
  }
  return use(await addCustomer(context, userId));
}

async function addCustomer(context: Context, userId: string): Promise<string> {
  const { db } = context;
  const id = await requireProvider(context).createCustomer(userId);
  const present = sql`(select ${users.id} from ${users} where ${users.id} = ${userId})`;
  const added = await db
    .insert(providerCustomers)
    .values({ id, userId: present })
    .onConflictDoNothing()
    .returning({ id: providerCustomers.id });
  if (added.length > 0) return id;
  await db.insert(providerCustomers).values({ id, userId: null });
  return (await findCustomer(db, userId)) ?? id;
}

export function isMissing(error: unknown): boolean {
  return error instanceof ProviderRejected && error.code === "resource_missing";
}

export async function forgetCustomer(db: Queries, id: string): Promise<void> {
  await db.delete(providerCustomers).where(eq(providerCustomers.id, id));
}

export async function listLeftCustomers(db: Queries, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: providerCustomers.id })
    .from(providerCustomers)
    .where(isNull(providerCustomers.userId))
    .orderBy(asc(providerCustomers.createdAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export const noSuchCard = refuse("not-found", "There is no such card. It may have been removed.");

/** Undefined for someone else's as for a missing one. */
export async function findOwnCard(
  context: Context,
  userId: string,
  id: string,
): Promise<{ customerId: string } | undefined> {
  const customerId = await findCustomer(context.db, userId);
  if (!customerId) return undefined;
  try {
    const card = await requireProvider(context).findCard(id);
    return card.customerId === customerId ? { customerId } : undefined;
  } catch (error) {
    if (error instanceof ProviderRejected) return undefined;
    throw error;
  }
}
