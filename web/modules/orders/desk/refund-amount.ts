import type { OrderPage } from "#contract/order-page.ts";
import { type Cents, toCents } from "#contract/rules/money.ts";
import { readPrice } from "#contract/rules/read-price.ts";
import { formatCents } from "#web/app/format.tsx";

export type AmountReading = { cents: Cents } | { question: true } | { problem: string };

export const leftToRefund = ({ order: { lines } }: OrderPage): Cents =>
  lines.reduce((sum, { total, refunded }) => sum + toCents(total) - toCents(refunded), 0);

export function readAmount(text: string, left: Cents): AmountReading {
  const reading = readPrice(text);
  if ("problem" in reading) return { problem: "Please enter an amount in dollars, such as 12.50." };
  if ("question" in reading) {
    const isPossible = reading.question.some((cents) => cents > 0 && cents <= left);
    return isPossible ? { question: true } : { problem: tooMuch(left) };
  }
  if (reading.cents < 1) return { problem: "Please enter an amount of at least $0.01." };
  return reading.cents > left ? { problem: tooMuch(left) } : reading;
}

const tooMuch = (left: Cents) =>
  `At most $${formatCents(left)} of this order can still be refunded.`;
