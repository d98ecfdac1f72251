import type { OrderPage } from "#contract/order-page.ts";
import { type Cents, toCents } from "#contract/rules/money.ts";
import { readPrice } from "#contract/rules/read-price.ts";
import { formatCents } from "#web/app/format.tsx";
import { Field } from "#web/ui/field.tsx";

export type AmountReading = { cents: Cents } | { choices: readonly Cents[] } | { problem: string };

export const leftToRefund = ({ order: { lines } }: OrderPage): Cents =>
  lines.reduce((sum, { total, refunded }) => sum + toCents(total) - toCents(refunded), 0);

export function readAmount(text: string, left: Cents): AmountReading {
  const reading = readPrice(text);
  if ("problem" in reading) return { problem: "Please enter an amount in dollars, such as 12.50." };
  if ("question" in reading) {
    const [possible, ...others] = reading.question.filter((cents) => cents > 0 && cents <= left);
    if (possible === undefined) return { problem: tooMuch(left) };
    return { choices: [possible, ...others] };
  }
  if (reading.cents < 1) return { problem: "Please enter an amount of at least $0.01." };
  return reading.cents > left ? { problem: tooMuch(left) } : reading;
}

const tooMuch = (left: Cents) =>
  `At most $${formatCents(left)} of this order can still be refunded.`;

type Props = {
  left: Cents;
  text: string;
  onChange: (text: string) => void;
  choices: readonly Cents[];
  onChoose: (cents: Cents) => void;
};

export function RefundAmount({ left, text, onChange, choices, onChoose }: Props) {
  return (
    <>
      <Field
        label="Amount, $"
        hint={`At most $${formatCents(left)}. No parts are counted as given back.`}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      {choices.length > 0 && (
        <div role="alert" className="grid gap-2">
          <p className="font-semibold">
            Is “{text.trim()}” {choices.map((cents) => `$${formatCents(cents)}`).join(" or ")}?
          </p>
          <p className="flex flex-wrap gap-3">
            {choices.map((cents) => (
              <button
                key={cents}
                type="button"
                className="btn btn-outline"
                onClick={() => onChoose(cents)}
              >
                ${formatCents(cents)}
              </button>
            ))}
          </p>
        </div>
      )}
    </>
  );
}
