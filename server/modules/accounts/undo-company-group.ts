import { refuse } from "#contract/refusals.ts";
import { lockCompany } from "#server/modules/companies/store.ts";
import { groupGone, hasGroup } from "#server/modules/customers/known-groups.ts";
import { readSettings } from "#server/modules/settings/store.ts";
import type { Undo, Undoes } from "#server/platform/audit/handlers.ts";
import { namesIn } from "#server/platform/audit/record-action.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { noSuchCompany } from "./list-companies.ts";
import { saveCompanyGroup } from "./set-company-group.ts";

const changedSince = refuse("conflict", "Its group has been changed since. Nothing was undone.");

const undoGroup: Undo = (db, caller, { about, before, after }) =>
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

export const companyGroupUndoes: Undoes = { "set-company-group": undoGroup };
