import { type FormEvent, useState } from "react";
import type { OrderPage } from "#contract/order-page.ts";
import { refundCalls } from "#contract/refunds.ts";
import { toDollars } from "#contract/rules/money.ts";
import { refundReasons } from "#contract/rules/refunds.ts";
import { call, createKey } from "#web/app/call.ts";
import { formatCents, formatCount } from "#web/app/format.tsx";
import { MoneyField } from "#web/app/money-field.tsx";
import { CheckBox, RadioGroup, Select } from "#web/ui/choice.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Field, FormError } from "#web/ui/field.tsx";
import { refundedBefore, refundOfLines, type WantedPieces } from "../refund-of-lines.ts";
import { listLeft } from "../shipping/list-left.ts";
import { type AmountReading, leftToRefund, readAmount } from "./refund-amount.ts";
import { useOrderAction } from "./use-order-action.ts";

type Reason = (typeof refundReasons)[number];

const reasonNames: Record<Reason, string> = {
  return: "Parts came back",
  withdrawal: "The customer withdrew",
  goodwill: "Goodwill",
  short: "Parts could not be delivered",
  deposit: "A deposit is returned",
};
const reasons = Object.fromEntries(
  refundReasons.map((reason) => [reason, reasonNames[reason]]),
) as Record<Reason, string>;

const ways = { pieces: "Pieces", amount: "An amount" } as const;

export function RefundForm({ page }: { page: OrderPage }) {
  const { order } = page;
  const { run, failure, refuse, clear } = useOrderAction();
  const [key, setKey] = useState(createKey);
  const [way, setWay] = useState<keyof typeof ways>("pieces");
  const [pieces, setPieces] = useState<Record<string, string>>({});
  const [amount, setAmount] = useState("");
  const [isUnclear, setUnclear] = useState(false);
  const [chosenReason, setReason] = useState<Reason>();
  const [note, setNote] = useState("");
  const [isAsking, setAsking] = useState(false);
  const [isSent, setSent] = useState(false);

  const lines = order.lines.map((each) => ({
    ...each,
    left: each.quantity - refundedBefore(page, each._id),
  }));
  const isAmount = way === "amount";
  const reason = chosenReason ?? (isAmount ? "goodwill" : "return");
  const leftCents = leftToRefund(page);
  const reading = readAmount(amount, leftCents);
  const wanted = lines
    .map(({ _id: line, left }) => ({ line, left, quantity: Number(pieces[line] || 0) }))
    .filter(({ quantity }) => quantity !== 0);
  const amountCents = "cents" in reading ? reading.cents : 0;
  const cents = isAmount ? amountCents : refundOfLines(page, wanted);
  const shownCents = isAmount && cents === 0 ? "the amount" : `$${formatCents(cents)}`;
  const isUnsent = !isAmount && allAreUnsent(page, wanted);

  function chooseWay(chosen: keyof typeof ways) {
    setWay(chosen);
    clear();
    setUnclear(false);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isAmount) return submitAmount(reading);
    const isRight = wanted.every(
      ({ quantity, left }) => Number.isInteger(quantity) && quantity > 0 && quantity <= left,
    );
    if (wanted.length > 0 && isRight) {
      clear();
      setAsking(true);
    } else refuse("Please say of which lines how many pieces go back, as whole numbers.");
  }

  function submitAmount(read: AmountReading) {
    clear();
    setUnclear("question" in read);
    if ("problem" in read) refuse(read.problem);
    else if ("cents" in read) setAsking(true);
  }

  function chooseAmount(chosen: string) {
    setAmount(chosen);
    submitAmount(readAmount(chosen, leftCents));
  }

  async function refund() {
    const chosen = wanted.map(({ line, quantity }) => ({ line, quantity }));
    const what = isAmount
      ? { amount: toDollars(cents) }
      : { lines: chosen, unsent: isUnsent && !isSent };
    const body = { key, ...what, reason, note };
    const send = () => call(refundCalls.create, { params: { id: order._id }, body });
    if (await run(send, "The refund is on its way")) {
      setKey(createKey());
      setPieces({});
      setAmount("");
    }
  }

  return (
    <form noValidate className="grid gap-3" onSubmit={submit}>
      <RadioGroup label="What goes back" choices={ways} value={way} onChoose={chooseWay} />
      {isAmount ? (
        <MoneyField
          label="Amount, $"
          hint={`At most $${formatCents(leftCents)}. No parts are counted as given back.`}
          most={leftCents}
          value={amount}
          error={isUnclear ? "Please say which amount you mean." : undefined}
          onChange={(text) => {
            setAmount(text);
            setUnclear(false);
          }}
          onChoose={chooseAmount}
        />
      ) : (
        lines.map(({ _id, name, left }) => (
          <div key={_id} className="grid grid-cols-[minmax(0,1fr)_6rem] items-end gap-3">
            <p className="pb-2.5 wrap-anywhere">
              {name}
              <span className="block text-sm text-base-content/75">
                {left > 0 ? `${formatCount(left)} not refunded` : "Refunded"}
              </span>
            </p>
            <Field
              label="Pieces"
              aria-label={`Pieces of ${name} to refund`}
              inputMode="numeric"
              autoComplete="off"
              disabled={left === 0}
              value={pieces[_id] ?? ""}
              onChange={({ target }) => setPieces({ ...pieces, [_id]: target.value.trim() })}
            />
          </div>
        ))
      )}
      <Select label="Why" choices={reasons} value={reason} onChoose={setReason} />
      <Field
        label="Note"
        hint="For the history of the order."
        maxLength={500}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      {isUnsent && (
        <CheckBox
          label="Do not send these pieces: their stock is free again"
          checked={!isSent}
          onChange={(checked) => setSent(!checked)}
        />
      )}
      <FormError>{failure}</FormError>
      <button type="submit" className="btn btn-outline justify-self-start">
        {order.dueOn ? `Take ${shownCents} off the account` : `Refund ${shownCents} to the card`}
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Are you sure?"
          confirm={`Refund $${formatCents(cents)}`}
          refuse="Not yet"
          onConfirm={refund}
          onClose={() => setAsking(false)}
        >
          <p>
            ${formatCents(cents)}{" "}
            {order.dueOn ? "are taken off the account of" : "go back to the card of"}{" "}
            <strong>{order.name}</strong>, and a letter says so. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </form>
  );
}

function allAreUnsent(page: OrderPage, wanted: readonly WantedPieces[]): boolean {
  const left = new Map(listLeft(page).map((line) => [line._id, line.left]));
  const kinds = new Map(page.order.lines.map(({ _id, kind }) => [_id, kind]));
  const parts = wanted.filter(({ line }) => kinds.get(line) === "part");
  return parts.length > 0 && parts.every(({ line, quantity }) => quantity <= (left.get(line) ?? 0));
}
