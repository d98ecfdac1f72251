import type { OrderAccount } from "#contract/order-page.ts";
import { describeBankAccount } from "#contract/rules/bank-account.ts";
import { formatDay, formatDollars } from "#web/app/format.tsx";

const money = (dollars: number) => `${dollars < 0 ? "–" : ""}$${formatDollars(Math.abs(dollars))}`;

export function OrderOnAccount({ account, number }: { account: OrderAccount; number: number }) {
  const { charged, credited, received, open, dueOn, receipts, bank } = account;
  return (
    <section aria-labelledby="account">
      <h3 id="account" className="mb-2 text-lg font-bold">
        On account
      </h3>
      <dl className="divide-y divide-base-300 border-y border-base-300">
        <Sum term="To be paid" amount={charged} />
        {credited > 0 && <Sum term="Credited" amount={-credited} />}
        {received !== 0 && <Sum term="Received" amount={-received} />}
        <Sum term={open < 0 ? "In your favour" : "Open"} amount={Math.abs(open)} isStrong />
      </dl>
      <p className="mt-2 text-sm text-base-content/80">{describeOpen(open, dueOn)}</p>
      {bank && (
        <dl aria-label="Bank account" className="mt-3 grid gap-1 text-sm">
          {[...describeBankAccount(bank), ["Reference", `Order ${number}`] as const].map(
            ([term, value]) => (
              <div key={term} className="flex flex-wrap gap-x-2">
                <dt className="text-base-content/80">{term}</dt>
                <dd className="font-medium wrap-anywhere">{value}</dd>
              </div>
            ),
          )}
        </dl>
      )}
      {receipts.length > 0 && (
        <ul aria-label="Receipts" className="mt-3 grid gap-1 text-sm">
          {receipts.map(({ _id, amount, isUndo, on, reference }) => (
            <li key={_id} className="wrap-anywhere">
              {formatDay(on)}: {money(amount)}
              {isUndo ? ", taken back" : amount < 0 && ", paid back"}
              {reference && ` · ${reference}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function describeOpen(open: number, dueOn: string): string {
  if (open > 0)
    return `Please pay it by ${formatDay(dueOn)} by bank transfer, and name the number of the order.`;
  return open < 0 ? "We pay it back." : "There is nothing left to pay.";
}

type SumProps = { term: string; amount: number; isStrong?: boolean };

function Sum({ term, amount, isStrong = false }: SumProps) {
  return (
    <div className={`flex justify-between gap-4 py-2 ${isStrong ? "font-bold" : ""}`}>
      <dt>{term}</dt>
      <dd className="whitespace-nowrap">{money(amount)}</dd>
    </div>
  );
}
