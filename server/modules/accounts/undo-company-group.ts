import { refuse } from "#contract/refusals.ts";
import type { Settings } from "#contract/settings.ts";
import { lockCompany } from "#server/modules/companies/store.ts";
import { groupGone, hasGroup } from "#server/modules/customers/known-groups.ts";
import type { Undo, Undoes } from "#server/platform/audit/handlers.ts";
import { namesIn } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { noSuchCompany } from "./list-companies.ts";
import { saveCompanyGroup } from "./set-company-group.ts";

type Context = {
  readSettings: (db: Queries) => Promise<{ values: Pick<Settings, "discounts"> }>;
};

const changedSince = refuse("conflict", "Its group has been changed since. Nothing was undone.");

const undoGroup =
  ({ readSettings }: Context): Undo =>
  (db, caller, { about, before, after }) =>
    inTransaction(db, async (tx) => {
      const company = await lockCompany(tx, about);
      if (!company) return noSuchCompany;
      if (company.priceGroup !== (after?.group ?? null)) return changedSince;
      const group = (before?.group ?? null) as string | null;
      const { groups } = (await readSettings(tx)).values.discounts;
      if (!hasGroup(groups, group)) return groupGone;
      const named = [...groups, ...namesIn("group", before, after)];
      return { reply: undefined, noted: await saveCompanyGroup(tx, caller, company, group, named) };
    });

export const companyGroupUndoes = (context: Context): Undoes => ({
  "set-company-group": undoGroup(context),
});
