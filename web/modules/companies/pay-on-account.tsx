import { useQuery, useQueryClient } from "@tanstack/react-query";
import { accountCalls } from "#contract/accounts.ts";
import type { Order } from "#contract/orders.ts";
import { creditLeft, creditProblem } from "#contract/rules/account-credit.ts";
import { toCents } from "#contract/rules/money.ts";
import { call } from "#web/app/call.ts";
import { formatCents, formatDollars } from "#web/app/format.tsx";
import { FormError, SubmitButton } from "#web/ui/field.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { ownCompany } from "./calls.ts";

export function PayOnAccount({ order, personId }: { order: Order; personId: string }) {
  const client = useQueryClient();
  const { data } = useQuery(ownCompany(personId));
  const { run, isBusy, failure } = useAction();
  const credit = data?.company?.credit;
  if (!credit) return null;
  const known = { limitCents: toCents(credit.limit), openCents: toCents(credit.open) };
  const problem = credit.problem ?? creditProblem(known, toCents(order.totalPrice));

  async function send() {
    await run(() => call(accountCalls.charge, { params: { id: order._id } }));
    await client.invalidateQueries({ queryKey: ["company"] });
    await client.invalidateQueries({ queryKey: ["orders"] });
  }

  return (
    <section
      aria-labelledby="on-account"
      className="mt-8 border-t border-base-300 pt-6 print:hidden"
    >
      <h3 id="on-account" className="mb-2 text-lg font-bold">
        Or on account
      </h3>
      <p className="mb-4">
        {problem ??
          `Your company pays it by bank transfer within ${credit.days} days. $${formatCents(creditLeft(known))} of its limit are left.`}
      </p>
      <FormError>{failure}</FormError>
      {!problem && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <SubmitButton busy={isBusy}>
            Order on account for ${formatDollars(order.totalPrice)}
          </SubmitButton>
        </form>
      )}
    </section>
  );
}
