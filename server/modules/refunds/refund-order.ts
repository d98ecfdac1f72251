import { type NewRefund, type Refund, refundCalls } from "#contract/refunds.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import { type Cents, formatCents, toCents, toDollars } from "#contract/rules/money.ts";
import { moveProblem } from "#contract/rules/order-states.ts";
import { refundReasons } from "#contract/rules/refunds.ts";
import type { Context } from "#server/context.ts";
import { type LockedOrder, lockOrder } from "#server/modules/orders/move-order.ts";
import { storeOrderEvent } from "#server/modules/orders/order-event.ts";
import { noSuchOrder } from "#server/modules/orders/refusals.ts";
import { lockPaymentOfIntent, type PaymentRow } from "#server/modules/payments/store.ts";
import { type Audited, recordAction } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { keyedRequest, once } from "#server/platform/once/once.ts";
import { cancelUnsent, countUnsent } from "./cancel-unsent.ts";
import { priceLines } from "./price-lines.ts";
import { makeRefundNow } from "./process-refunds.ts";
import { queueRefund } from "./queue-refund.ts";
import { findRefundLines, type RefundLine, readRefund, sumByLine } from "./refund-lines.ts";
import type { RefundRow } from "./tables.ts";

const amountOrLines = refuse("invalid", "Some of what was sent is not right.", {
  amount: "Must be left out where lines are named",
});

type Stored =
  | Audited<{ id: string }>
  | Refusal<"invalid" | "not-found" | "conflict" | "refund-too-large">;

export function refundOrder(context: Context): Handler<typeof refundCalls.create> {
  const { db } = context;
  return async ({ params, body }, caller) => {
    const by = { who: caller.person._id, index: "refunds_request" };
    const request = keyedRequest(refundCalls.create, { params, body }, by);
    const work = (tx: Queries) => storeRefund(tx, { order: params.id, body, caller });
    const stored = await retryOnConflict(() =>
      inTransaction(db, (tx) => once(tx, request, () => work(tx))),
    );
    if (stored instanceof Refusal) return stored;
    const { id } = stored.reply;
    await makeRefundNow(context, id);
    const reply = present(await readRefund(db, id), await findRefundLines(db, id));
    return { reply, noted: stored.noted };
  };
}

async function storeRefund(
  tx: Queries,
  { order: orderId, body, caller }: { order: string; body: NewRefund; caller: SignedInCaller },
): Promise<Stored> {
  if (body.amount !== undefined && body.lines) return amountOrLines;
  const order = await lockOrder(tx, orderId);
  if (!order) return noSuchOrder;
  const problem = moveProblem("refund", order.paymentState);
  if (problem) return refuse("conflict", problem);
  const payment = await lockPaymentOfIntent(tx, `${order.transactionId}`);
  if (!payment) throw new Error(`The payment of the paid order ${orderId} is missing`);
  const lines = body.lines && (await priceLines(tx, order, body.lines));
  if (lines instanceof Refusal) return lines;
  const { key: requestKey, reason, note } = body;
  const amountCents = amountOf(body, lines, payment);
  if (amountCents <= 0) return tooLarge(payment);
  const pieces = await chooseUnsent(tx, order, body);
  if (pieces instanceof Refusal) return pieces;
  const wanted = { amountCents, reason, note, requestKey, byUser: caller.person._id };
  const from = { order, payment };
  const refund = await queueRefund(tx, from, { ...wanted, ...(lines && { lines }) });
  if (!refund) return tooLarge(payment);
  const cause = { sourceId: refund.id, byUser: caller.person._id };
  await cancelUnsent(tx, order, { pieces, ...cause });
  await storeOrderEvent(tx, "order.refund-queued", order);
  const after = { refund: refund.id, amount: toDollars(amountCents), reason };
  const noted = await recordAction(tx, caller, { action: "refund-part", about: orderId, after });
  return { reply: { id: refund.id }, noted };
}

async function chooseUnsent(
  tx: Queries,
  order: LockedOrder,
  { lines: wanted = [], unsent }: NewRefund,
): Promise<Pieces[] | Refusal<"conflict">> {
  if (unsent === false || wanted.length === 0) return [];
  const left = await countUnsent(tx, order);
  const pieces = [...sumByLine(wanted)].map(([line, quantity]) => ({ line, quantity }));
  const isSent = ({ line }: Pieces) =>
    order.lines.some(({ id, shipped }) => id === line && shipped);
  if (!unsent) {
    return pieces
      .filter((each) => !isSent(each))
      .map(({ line, quantity }) => ({ line, quantity: Math.min(quantity, left.get(line) ?? 0) }));
  }
  const short = pieces.find(({ line, quantity }) => quantity > (left.get(line) ?? quantity));
  if (!short) return pieces;
  const { name } = order.lines.find(({ id }) => id === short.line) ?? { name: "it" };
  const most = left.get(short.line) ?? 0;
  const problem = `Of ${name}, ${most} ${most === 1 ? "piece is" : "pieces are"} neither packed nor sent`;
  return refuse("conflict", `${problem}.`, { unsent: problem });
}

type Pieces = { line: string; quantity: number };

function amountOf(
  { amount }: NewRefund,
  lines: RefundLine[] | undefined,
  payment: PaymentRow,
): Cents {
  if (amount !== undefined) return toCents(amount);
  if (lines) return lines.reduce((cents, line) => cents + line.amountCents, 0);
  return payment.capturedCents - payment.refundingCents;
}

function tooLarge({ capturedCents, refundingCents }: PaymentRow) {
  const left = formatCents(capturedCents - refundingCents);
  return refuse("refund-too-large", `At most $${left} of this order can still be refunded.`, {
    amount: `Must be at most ${left}`,
  });
}

function present(row: RefundRow, lines: RefundLine[]): Refund {
  const { id, orderId, amountCents, note, status, createdAt } = row;
  const reason = refundReasons.find((each) => each === row.reason);
  if (!reason) throw new Error(`Refund ${id} was not requested by an admin`);
  return {
    _id: id,
    order: orderId,
    amount: toDollars(amountCents),
    reason,
    note,
    state: status,
    requestedAt: createdAt.toISOString(),
    lines: lines
      .filter(({ quantity }) => quantity > 0)
      .map(({ orderLineId: line, quantity, amountCents: cents }) => ({
        line,
        quantity,
        amount: toDollars(cents),
      })),
  };
}
