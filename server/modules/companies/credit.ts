import { eq } from "drizzle-orm";
import { ordersOf } from "#contract/tags.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { companies, companyMembers } from "./tables.ts";

export type Company = typeof companies.$inferSelect;
type Terms = Pick<Company, "creditLimitCents" | "paymentDays">;

export async function lockCompany(tx: Queries, id: string): Promise<Company | undefined> {
  const [row] = await tx.select().from(companies).where(eq(companies.id, id)).for("update");
  return row;
}

/** The company is locked. */
export async function saveTerms(tx: Queries, id: string, terms: Terms): Promise<void> {
  await tx.update(companies).set(terms).where(eq(companies.id, id));
  await tellOf(tx, "company.terms-set", id);
}

/** The company is locked. */
export async function savePriceGroup(
  tx: Queries,
  id: string,
  priceGroup: string | null,
): Promise<void> {
  await tx.update(companies).set({ priceGroup }).where(eq(companies.id, id));
  await tellOf(tx, "company.price-group-set", id);
}

/** Its members see it, and admins beside its orders. */
async function tellOf(tx: Queries, name: `company.${string}`, about: string): Promise<void> {
  const members = await tx
    .select({ userId: companyMembers.userId })
    .from(companyMembers)
    .where(eq(companyMembers.companyId, about));
  const tags = ["orders", ...members.map(({ userId }) => ordersOf(userId))];
  await storeEvents(tx, [{ name, about, tags }]);
}
