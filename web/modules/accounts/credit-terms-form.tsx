import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { AccountCompany, CreditTerms } from "#contract/accounts.ts";
import { formatDollars } from "#web/app/format.tsx";
import { MoneyField, readMoney } from "#web/app/money-field.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { Field, FormError, SubmitButton } from "#web/ui/field.tsx";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { setTerms } from "./calls.ts";

type Props = { company: AccountCompany; mayChange: boolean };

export function CreditTermsForm({ company, mayChange }: Props) {
  const { name, terms } = company;
  const client = useQueryClient();
  const [limit, setLimit] = useState(terms ? terms.limit.toFixed(2) : "");
  const [days, setDays] = useState(`${terms?.days ?? 30}`);
  const [problems, setProblems] = useState<{ limit?: string; days?: string }>({});
  const { run, isBusy, failure } = useAction();

  async function move(next: CreditTerms | null, expected: CreditTerms | null): Promise<string> {
    await setTerms(company, next, expected).finally(() =>
      client.invalidateQueries({ queryKey: ["companies"] }),
    );
    return next
      ? `${name} buys on account up to $${formatDollars(next.limit)}, within ${next.days} days.`
      : `${name} does not buy on account any more.`;
  }

  const save = (next: CreditTerms | null) =>
    run(async () => showOnShelf(await move(next, terms), () => move(terms, next)));

  function submit(event: FormEvent) {
    event.preventDefault();
    const reading = readMoney(limit);
    const term = Number(days);
    const isTerm = /^\d{1,3}$/.test(days.trim()) && term <= 365;
    setProblems({
      ...("problem" in reading && { limit: reading.problem }),
      ...(!isTerm && { days: "Must be a number of days, at most 365" }),
    });
    if ("dollars" in reading && isTerm) void save({ limit: reading.dollars, days: term });
  }

  return (
    <section aria-labelledby="terms">
      <h3 id="terms" className="mb-1 text-lg font-bold">
        Buying on account
      </h3>
      <p className="mb-4 text-base-content/80">
        {terms
          ? "Its people may order up to this limit and pay by bank transfer."
          : "It pays by card. With a limit, its people may order on account."}
      </p>
      {mayChange && !terms && (
        <p className="mb-4 text-base-content/80">
          They pay to the bank account of the shop, which you enter in the{" "}
          <PageLink to={paths.settings} className="link">
            settings
          </PageLink>
          .
        </p>
      )}
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <fieldset disabled={!mayChange} className="grid gap-4" aria-labelledby="terms">
          <MoneyField label="Limit, $" value={limit} error={problems.limit} onChange={setLimit} />
          <Field
            label="Days to pay"
            inputMode="numeric"
            autoComplete="off"
            value={days}
            error={problems.days}
            onChange={({ target }) => setDays(target.value)}
          />
        </fieldset>
        <FormError>{failure}</FormError>
        {mayChange && (
          <div className="flex flex-wrap gap-3">
            <SubmitButton busy={isBusy}>{terms ? "Save" : "Let it buy on account"}</SubmitButton>
            {terms && (
              <button type="button" className="btn btn-outline" onClick={() => save(null)}>
                No longer on account
              </button>
            )}
          </div>
        )}
      </form>
    </section>
  );
}
