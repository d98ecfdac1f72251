import type { Cents } from "#contract/rules/money.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { type Company, lockCompany, lockMembership, sumOpen } from "./store.ts";

/** The company of a person, locked, and what it has open: who orders on account waits for others. */
export async function lockCredit(
  tx: Queries,
  userId: string,
): Promise<(Company & { openCents: Cents }) | undefined> {
  const member = await lockMembership(tx, userId);
  const company = member && (await lockCompany(tx, member.companyId));
  return company && { ...company, openCents: await sumOpen(tx, company.id) };
}
