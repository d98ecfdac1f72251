import { eq } from "drizzle-orm";
import type { Checkout } from "#contract/checkout.ts";
import { creditLeft, creditProblem } from "#contract/rules/account-credit.ts";
import { type Cents, toDollars } from "#contract/rules/money.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { sumOpen } from "./store.ts";
import { companies, companyMembers } from "./tables.ts";

export type CreditFor = (orderCents: Cents) => Checkout["credit"];

/** What the company of a person may order on account, as far as it is known without a lock. */
export async function readCredit(db: Queries, userId: string): Promise<CreditFor> {
  const [company] = await db
    .select({ id: companies.id, limitCents: companies.creditLimitCents })
    .from(companies)
    .innerJoin(companyMembers, eq(companyMembers.companyId, companies.id))
    .where(eq(companyMembers.userId, userId));
  const limitCents = company?.limitCents ?? null;
  if (!company || limitCents === null) return () => null;
  const credit = { limitCents, openCents: await sumOpen(db, company.id) };
  return (orderCents) => {
    const problem = creditProblem(credit, orderCents);
    const [limit, left] = [toDollars(limitCents), toDollars(creditLeft(credit))];
    return { limit, left, ...(problem !== undefined && { problem }) };
  };
}
