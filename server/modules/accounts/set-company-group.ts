import type { accountCalls } from "#contract/accounts.ts";
import { refuseWithPresent } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { type Company, lockCompany, savePriceGroup } from "#server/modules/companies/store.ts";
import { groupProblem } from "#server/modules/customers/set-price-group.ts";
import { nothingToAudit, recordAction, withName } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { todayIn } from "./days.ts";
import { findCompany, noSuchCompany } from "./list-companies.ts";

const changedMeanwhile = "Somebody has changed this group meanwhile. Please look again.";

export function setCompanyGroup(context: Context): Handler<typeof accountCalls.setGroup> {
  const { db, clock, settings } = context;
  return async ({ params: { id }, body: { group, expected } }, caller) => {
    const problem = await groupProblem(settings, group);
    if (problem) return problem;
    const { company: shop, discounts } = await settings();
    const today = todayIn(shop.timeZone, clock.now());
    return inTransaction(db, async (tx) => {
      const company = await lockCompany(tx, id);
      if (!company) return noSuchCompany;
      const isExpected = company.priceGroup === expected;
      const isSame = company.priceGroup === group;
      const noted =
        isExpected && !isSame
          ? await saveCompanyGroup(tx, caller, company, group, discounts.groups)
          : nothingToAudit;
      const reply = await findCompany(tx, id, today);
      if (!reply) return noSuchCompany;
      return isExpected || isSame
        ? { reply, noted }
        : refuseWithPresent("conflict", changedMeanwhile, reply);
    });
  };
}

export async function saveCompanyGroup(
  tx: Queries,
  caller: SignedInCaller,
  { id: about, name, priceGroup }: Company,
  group: string | null,
  named: readonly { id: string; name: string }[],
) {
  await savePriceGroup(tx, about, group);
  return recordAction(tx, caller, {
    action: "set-company-group",
    about,
    before: { name, ...withName("group", priceGroup, named) },
    after: { name, ...withName("group", group, named) },
  });
}
