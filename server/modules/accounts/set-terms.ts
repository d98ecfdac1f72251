import type { AccountCompany, accountCalls, CreditTerms } from "#contract/accounts.ts";
import { Refusal, refuse, refuseWithPresent } from "#contract/refusals.ts";
import { termsProblem } from "#contract/rules/bank-account.ts";
import { toCents, toDollars } from "#contract/rules/money.ts";
import type { Settings } from "#contract/settings.ts";
import type { Context } from "#server/context.ts";
import { type Company, lockCompany, saveTerms } from "#server/modules/companies/store.ts";
import { readSettings } from "#server/modules/settings/store.ts";
import type { Undo, Undoes } from "#server/platform/audit/handlers.ts";
import {
  type Audited,
  type AuditProof,
  nothingToAudit,
  recordAction,
} from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { todayIn } from "./days.ts";
import { findCompany, noSuchCompany } from "./list-companies.ts";

const changedSince = refuse("conflict", "Its terms have been changed since. Nothing was undone.");

type Terms = CreditTerms | null;

export function setTerms(context: Context): Handler<typeof accountCalls.setTerms> {
  const { db, clock, settings } = context;
  return async ({ params: { id }, body: { terms, expected } }, caller) => {
    const { company: shop } = await settings();
    const today = todayIn(shop.timeZone, clock.now());
    return inTransaction(db, async (tx): Promise<Answer> => {
      const company = await lockCompany(tx, id);
      if (!company) return noSuchCompany;
      const before = termsOf(company);
      const isExpected = isSame(before, expected);
      const noted = isExpected ? await save(tx, caller, { company, terms, shop }) : nothingToAudit;
      if (noted instanceof Refusal) return noted;
      const reply = await findCompany(tx, id, today);
      if (!reply) return noSuchCompany;
      return isExpected ? { reply, noted } : refuseWithPresent("conflict", changedMeanwhile, reply);
    });
  };
}

type Answer = Audited<AccountCompany> | Refusal<"not-found" | "conflict">;

const changedMeanwhile = "Somebody has changed these terms meanwhile. Please look again.";

const undoTerms: Undo = (db, caller, { about, before, after }) =>
  inTransaction(db, async (tx) => {
    const { company: shop } = (await readSettings(tx)).values;
    const company = await lockCompany(tx, about);
    if (!company) return noSuchCompany;
    if (!isSame(termsOf(company), after?.terms as Terms)) return changedSince;
    const noted = await save(tx, caller, { company, terms: before?.terms as Terms, shop });
    return noted instanceof Refusal ? noted : { reply: undefined, noted };
  });

type Wanted = { company: Company; terms: Terms; shop: Settings["company"] };

async function save(
  tx: Queries,
  caller: SignedInCaller,
  { company, terms, shop }: Wanted,
): Promise<AuditProof | Refusal<"conflict">> {
  const { id: about, name } = company;
  const problem = termsProblem({ before: termsOf(company), after: terms, company: shop });
  if (problem) return refuse("conflict", problem);
  await saveTerms(tx, company, {
    creditLimitCents: terms && toCents(terms.limit),
    paymentDays: terms?.days ?? null,
  });
  return recordAction(tx, caller, {
    action: "set-credit",
    about,
    before: { name, terms: termsOf(company) },
    after: { name, terms },
  });
}

const termsOf = ({ creditLimitCents: limit, paymentDays: days }: Company): Terms =>
  limit === null || days === null ? null : { limit: toDollars(limit), days };

const isSame = (one: Terms, other: Terms | undefined) =>
  one?.limit === other?.limit && one?.days === other?.days;

export const termsUndoes: Undoes = { "set-credit": undoTerms };
