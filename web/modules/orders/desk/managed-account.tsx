import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { accountCalls } from "#contract/accounts.ts";
import type { OrderAccount } from "#contract/order-page.ts";
import type { Order } from "#contract/orders.ts";
import { receiptProblem } from "#contract/rules/account-credit.ts";
import { toCents } from "#contract/rules/money.ts";
import { call, createKey } from "#web/app/call.ts";
import { today } from "#web/app/day.ts";
import { formatDollars } from "#web/app/format.tsx";
import { MoneyField, readMoney } from "#web/app/money-field.tsx";
import { Field, FormError, SubmitButton } from "#web/ui/field.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { OrderOnAccount } from "../page/order-account.tsx";
import { orderPage } from "../page-calls.ts";
import { useOrderAction } from "./use-order-action.ts";

export function ManagedAccount({ order }: { order: Order }) {
  const { data: page } = useQuery(orderPage(`${order.number}`));
  if (!page?.account) return null;
  const { account } = page;
  return (
    <div className="mt-8 grid max-w-2xl gap-5">
      <OrderOnAccount account={account} number={order.number} />
      {account.open !== 0 && (
        <HiddenIfReadOnly>
          <ReceiptForm key={account.open} id={order._id} account={account} />
        </HiddenIfReadOnly>
      )}
      {account.receipts.length > 0 && (
        <p className="text-sm text-base-content/75">
          A wrong booking is taken back in the audit log, by its Undo.
        </p>
      )}
    </div>
  );
}

function ReceiptForm({ id, account: { open } }: { id: string; account: OrderAccount }) {
  const kind = open > 0 ? "received" : "repaid";
  const most = Math.abs(open);
  const { run, failure, errors, isBusy } = useOrderAction();
  const [key, setKey] = useState(createKey);
  const [amount, setAmount] = useState(most.toFixed(2));
  const [on, setOn] = useState(today);
  const [reference, setReference] = useState("");
  const [problem, setProblem] = useState("");

  async function submit(event: FormEvent) {
    event.preventDefault();
    const reading = readMoney(amount);
    const wrong =
      "problem" in reading
        ? reading.problem
        : receiptProblem(kind, toCents(open), toCents(reading.dollars));
    setProblem(wrong ?? "");
    if ("problem" in reading || wrong !== undefined) return;
    const { dollars } = reading;
    const body = { key, kind, amount: dollars, on, reference } as const;
    const send = () => call(accountCalls.receive, { params: { id }, body });
    if (await run(send, `$${formatDollars(dollars)} booked as ${words[kind].done}`))
      setKey(createKey());
  }

  return (
    <form noValidate className="grid gap-3 sm:grid-cols-3" onSubmit={submit}>
      <h4 className="font-bold sm:col-span-3">{words[kind].title}</h4>
      <MoneyField
        label="Amount, $"
        value={amount}
        error={problem || errors.amount}
        onChange={setAmount}
      />
      <Field
        label="On"
        type="date"
        value={on}
        error={errors.on}
        onChange={({ target }) => setOn(target.value)}
      />
      <Field
        label="Reference"
        autoComplete="off"
        maxLength={100}
        value={reference}
        onChange={({ target }) => setReference(target.value)}
      />
      <div className="grid gap-3 justify-items-start sm:col-span-3">
        <FormError>{failure}</FormError>
        <SubmitButton busy={isBusy}>{words[kind].action}</SubmitButton>
      </div>
    </form>
  );
}

const words = {
  received: { title: "Book what came in", action: "Book the receipt", done: "received" },
  repaid: { title: "Book what you paid back", action: "Book it as paid back", done: "paid back" },
};
