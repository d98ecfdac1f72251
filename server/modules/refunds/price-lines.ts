import { Refusal, refuse } from "#contract/refusals.ts";
import { type Cents, formatCents } from "#contract/rules/money.ts";
import { depositsOf, refundOfPieces } from "#contract/rules/refund-shares.ts";
import type { LockedOrder } from "#server/modules/orders/move-order.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import {
  countRefundedPieces,
  isTaxRefunded,
  type RefundLine,
  sumByLine,
  type Wanted,
} from "./refund-lines.ts";

type Refunded = ReadonlyMap<string, number>;
type Priced = { line: LockedOrder["lines"][number]; quantity: number; cents: Cents };

type Answer = RefundLine[] | Refusal<"conflict" | "refund-too-large">;

/** What pieces of lines are worth, or why they cannot be refunded. */
export async function priceLines(tx: Queries, order: LockedOrder, wanted: Wanted): Promise<Answer> {
  const priced = price(await asTaxed(tx, order), wanted, await countRefundedPieces(tx, order.id));
  if (priced instanceof Refusal) return priced;
  const over = priced.find(({ line, cents }) => cents > leftOf(line));
  if (!over) return priced.map(toRefundLine);
  const { line } = over;
  return tooLarge(`At most $${formatCents(leftOf(line))} of ${line.name} can still be refunded.`);
}

/** With their deposits, and of money that went back before only the rest. */
export async function pricePieces(
  tx: Queries,
  order: LockedOrder,
  pieces: Wanted,
): Promise<Answer> {
  const before = await countRefundedPieces(tx, order.id);
  const deposits = order.lines
    .filter(({ kind }) => kind === "deposit")
    .map(({ id, parentId: part, quantity }) => ({ id, part, quantity }));
  const back = depositsOf(deposits, pieces, (line) => before.get(line) ?? 0);
  const priced = price(await asTaxed(tx, order), [...pieces, ...back], before);
  if (priced instanceof Refusal) return priced;
  return priced.map((each) =>
    toRefundLine({ ...each, cents: Math.min(each.cents, leftOf(each.line)) }),
  );
}

/** With what each line is due, less the tax that was refunded for all of the order. */
async function asTaxed(tx: Queries, order: LockedOrder): Promise<LockedOrder> {
  if (!(await isTaxRefunded(tx, order.id))) return order;
  const lines = order.lines.map((line) => ({
    ...line,
    dueCents: line.dueCents - line.taxCents,
    refundedCents: line.refundedCents - line.taxCents,
  }));
  return { ...order, lines };
}

function price(
  { lines }: LockedOrder,
  wanted: Wanted,
  before: Refunded,
): Priced[] | Refusal<"conflict" | "refund-too-large"> {
  const priced: Priced[] = [];
  for (const [id, refundedNow] of sumByLine(wanted)) {
    const line = lines.find((each) => each.id === id);
    if (!line) return refuse("conflict", "This order has no such line.", { lines: id });
    const { name, quantity, dueCents } = line;
    const refundedBefore = before.get(id) ?? 0;
    const left = quantity - refundedBefore;
    if (refundedNow > left) return tooLarge(`At most ${left} of ${name} can still be refunded.`);
    const cents = refundOfPieces(dueCents, { quantity, refundedBefore, refundedNow });
    priced.push({ line, quantity: refundedNow, cents });
  }
  return priced;
}

const leftOf = ({ dueCents, refundedCents }: Priced["line"]): Cents => dueCents - refundedCents;

const toRefundLine = ({ line, quantity, cents }: Priced) => ({
  orderLineId: line.id,
  quantity,
  amountCents: cents,
});

const tooLarge = (problem: string) => refuse("refund-too-large", problem, { lines: problem });
