import type { termsProblem } from "#contract/rules/bank-account.ts";
import type { lockCredit } from "#server/modules/companies/lock-credit.ts";
import type { groupProblem } from "#server/modules/customers/set-price-group.ts";
import type { presentOne } from "#server/modules/orders/store.ts";
import type { closeIntent } from "#server/modules/paying/close-intent.ts";
import type { PaymentsContext } from "#server/modules/payments/context.ts";
import type { PaymentVerbs } from "#server/modules/payments/payment-verbs.ts";

export type AccountsContext = PaymentsContext & {
  payments: PaymentVerbs;
  accounts: {
    closeIntent: typeof closeIntent;
    groupProblem: typeof groupProblem;
    lockCredit: typeof lockCredit;
    termsProblem: typeof termsProblem;
    presentOne: typeof presentOne;
  };
};
