import { eq } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { companies } from "./tables.ts";

export type Debtor = { name: string; address: string; country: string; vatId: string };

/** Who pays an order on account. */
export async function findDebtor(tx: Queries, companyId: string): Promise<Debtor | undefined> {
  const { name, address, country, vatId } = companies;
  const [company] = await tx
    .select({ name, address, country, vatId })
    .from(companies)
    .where(eq(companies.id, companyId));
  return company;
}
