import { eq } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { storeCompanyEvent } from "./company-event.ts";
import { companies } from "./tables.ts";

export type Company = typeof companies.$inferSelect;
type Terms = Pick<Company, "creditLimitCents" | "paymentDays">;

export async function lockCompany(tx: Queries, id: string): Promise<Company | undefined> {
  const [row] = await tx.select().from(companies).where(eq(companies.id, id)).for("update");
  return row;
}

/** The company is locked. */
export async function saveTerms(tx: Queries, id: string, terms: Terms): Promise<void> {
  await tx.update(companies).set(terms).where(eq(companies.id, id));
  await storeCompanyEvent(tx, "company.terms-set", id);
}

/** The company is locked. */
export async function savePriceGroup(
  tx: Queries,
  id: string,
  priceGroup: string | null,
): Promise<void> {
  await tx.update(companies).set({ priceGroup }).where(eq(companies.id, id));
  await storeCompanyEvent(tx, "company.price-group-set", id);
}
