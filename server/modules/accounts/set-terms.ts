import type { AccountCompany, accountCalls, CreditTerms } from "#contract/accounts.ts";
import { type Refusal, refuse, refuseWithPresent } from "#contract/refusals.ts";
import { toCents, toDollars } from "#contract/rules/money.ts";
import { type Company, lockCompany, saveTerms } from "#server/modules/companies/credit.ts";
import type { Undo, Undoes } from "#server/platform/audit/handlers.ts";
import {
  type Audited,
  nothingToAudit,
  recordAction,
} from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import type { AccountsContext } from "./context.ts";
import { todayIn } from "./days.ts";
import { findCompany, noSuchCompany } from "./list-companies.ts";

const changedSince = refuse("conflict", "Its terms have been changed since. Nothing was undone.");

type Terms = CreditTerms | null;

export function setTerms(context: AccountsContext): Handler<typeof accountCalls.setTerms> {
  const { db, clock, settings } = context;
  return async ({ params: { id }, body: { terms, expected } }, caller) => {
    const { timeZone, iban } = (await settings()).company;
    const today = todayIn(timeZone, clock.now());
    return inTransaction(db, async (tx): Promise<Answer> => {
      const company = await lockCompany(tx, id);
      if (!company) return noSuchCompany;
      const before = termsOf(company);
      if (terms && !before && !iban) return withoutAccount;
      const isExpected = isSame(before, expected);
      const noted = isExpected ? await save(tx, caller, company, terms) : nothingToAudit;
      const reply = await findCompany(tx, id, today);
      if (!reply) return noSuchCompany;
      return isExpected ? { reply, noted } : refuseWithPresent("conflict", changedMeanwhile, reply);
    });
  };
}

type Answer = Audited<AccountCompany> | Refusal<"not-found" | "conflict">;

const changedMeanwhile = "Somebody has changed these terms meanwhile. Please look again.";

const withoutAccount = refuse(
  "conflict",
  "Companies on account pay by bank transfer, and the shop has no bank account yet. Please enter it in the settings, under Company, first.",
);

const undoTerms: Undo = (db, caller, { about, before, after }) =>
  inTransaction(db, async (tx) => {
    const company = await lockCompany(tx, about);
    if (!company) return noSuchCompany;
    if (!isSame(termsOf(company), after?.terms as Terms)) return changedSince;
    const noted = await save(tx, caller, company, before?.terms as Terms);
    return { reply: undefined, noted };
  });

async function save(tx: Queries, caller: SignedInCaller, company: Company, terms: Terms) {
  const { id: about, name } = company;
  await saveTerms(tx, about, {
    creditLimitCents: terms && toCents(terms.limit),
    paymentDays: terms?.days ?? null,
  });
  return recordAction(tx, caller, {
    ...{ action: "set-credit", about },
    before: { name, terms: termsOf(company) },
    after: { name, terms },
  });
}

const termsOf = ({ creditLimitCents: limit, paymentDays: days }: Company): Terms =>
  limit === null || days === null ? null : { limit: toDollars(limit), days };

const isSame = (one: Terms, other: Terms | undefined) =>
  one?.limit === other?.limit && one?.days === other?.days;

export const termsUndoes: Undoes = { "set-credit": undoTerms };
