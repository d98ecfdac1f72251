import type { accountCalls } from "#contract/accounts.ts";
import type { CompanyIdentity } from "#contract/companies.ts";
import { refuse, refuseWithPresent } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import {
  type Company,
  identityOf,
  isSameCompany,
  lockCompany,
  saveApproved,
} from "#server/modules/companies/store.ts";
import type { Undo, Undoes } from "#server/platform/audit/handlers.ts";
import { nothingToAudit, recordAction } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { todayIn } from "./days.ts";
import { findCompany, noSuchCompany } from "./list-companies.ts";

const changedMeanwhile =
  "The company has changed its details meanwhile. Please look at them, and confirm again.";
const changedSince = refuse("conflict", "Its details have been changed since. Nothing was undone.");

export function confirmCompany(context: Context): Handler<typeof accountCalls.confirm> {
  const { db, clock, settings } = context;
  return async ({ params: { id }, body }, caller) => {
    const today = todayIn((await settings()).company.timeZone, clock.now());
    return inTransaction(db, async (tx) => {
      const company = await lockCompany(tx, id);
      if (!company) return noSuchCompany;
      const isExpected = isSameCompany(company, body);
      const noted =
        isExpected && company.approved ? await save(tx, caller, company, null) : nothingToAudit;
      const reply = await findCompany(tx, id, today);
      if (!reply) return noSuchCompany;
      return isExpected ? { reply, noted } : refuseWithPresent("conflict", changedMeanwhile, reply);
    });
  };
}

async function save(
  tx: Queries,
  caller: SignedInCaller,
  company: Company,
  approved: CompanyIdentity | null,
) {
  const { id: about } = company;
  await saveApproved(tx, about, approved);
  const confirmed = approved === null;
  return recordAction(tx, caller, {
    action: "confirm-company",
    about,
    before: { approved: company.approved, confirmed: !confirmed },
    after: { ...identityOf(company), confirmed },
  });
}

const undoConfirmation: Undo = (db, caller, { about, before, after }) =>
  inTransaction(db, async (tx) => {
    const company = await lockCompany(tx, about);
    if (!company) return noSuchCompany;
    const isAsAfter =
      isSameCompany(company, after as CompanyIdentity) &&
      (company.approved === null) === after?.confirmed;
    if (!isAsAfter) return changedSince;
    const approved = (before?.approved ?? null) as CompanyIdentity | null;
    return { reply: undefined, noted: await save(tx, caller, company, approved) };
  });

export const confirmationUndoes: Undoes = { "confirm-company": undoConfirmation };
