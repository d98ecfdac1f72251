import { eq } from "drizzle-orm";
import type { Checkout } from "#contract/checkout.ts";
import { creditLeft, creditProblem, creditRests } from "#contract/rules/account-credit.ts";
import { type Cents, toDollars } from "#contract/rules/money.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { sumOpen } from "./store.ts";
import { companies, companyMembers } from "./tables.ts";

export type BuyingCompany = {
  company: Checkout["company"];
  /** What it may order on account, as far as it is known without a lock. */
  creditFor: (orderCents: Cents) => Checkout["credit"];
};

export async function readBuyingCompany(db: Queries, userId: string): Promise<BuyingCompany> {
  const { id, name, country, vatId, creditLimitCents, approved } = companies;
  const [found] = await db
    .select({ id, name, country, vatId, limitCents: creditLimitCents, approved })
    .from(companies)
    .innerJoin(companyMembers, eq(companyMembers.companyId, companies.id))
    .where(eq(companyMembers.userId, userId));
  if (!found) return { company: null, creditFor: () => null };
  const { limitCents, approved: rests, ...own } = found;
  const company = { name: own.name, country: own.country, vatId: own.vatId };
  if (limitCents === null) return { company, creditFor: () => null };
  const credit = { limitCents, openCents: await sumOpen(db, own.id) };
  return {
    company,
    creditFor: (orderCents) => {
      const problem = rests ? creditRests : creditProblem(credit, orderCents);
      const [limit, left] = [toDollars(limitCents), toDollars(creditLeft(credit))];
      return { limit, left, ...(problem !== undefined && { problem }) };
    },
  };
}
