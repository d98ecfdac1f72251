import { Refusal, refuse } from "#contract/refusals.ts";
import type { Return, ReturnClosing, returnCalls } from "#contract/returns.ts";
import { type Cents, formatCents, toCents, toDollars } from "#contract/rules/money.ts";
import { moveProblem } from "#contract/rules/order-states.ts";
import type { Context } from "#server/context.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import type { LockedOrder } from "#server/modules/orders/move-order.ts";
import { storeOrderEvent } from "#server/modules/orders/order-event.ts";
import { lockPaymentOfIntent } from "#server/modules/payments/store.ts";
import { pricePieces } from "#server/modules/refunds/price-lines.ts";
import { makeRefundNow } from "#server/modules/refunds/process-refunds.ts";
import { queueRefund } from "#server/modules/refunds/queue-refund.ts";
import type { RefundLine } from "#server/modules/refunds/refund-lines.ts";
import { type Audited, recordAction } from "#server/platform/audit/record-action.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { changeLocked, type LockedReturn, noSuchReturn } from "./change-return.ts";
import { replaceLines } from "./replace-lines.ts";
import { changeReturn, findReturn, presentReturn, type StoredReturn } from "./store.ts";

type Closed = Audited<{ refundId: string | null }> | Refusal<Code>;
type Code = "invalid" | "not-found" | "conflict" | "refund-too-large";

export function closeReturn(context: Context): Handler<typeof returnCalls.close> {
  return async ({ params: { id }, body }, caller) => {
    const { version } = body;
    const change = { id, move: "close", caller, version } as const;
    const closed = await changeLocked<Closed>(context, change, async ({ tx, order, found }) => {
      const refund = await refundLines({ tx, order, found }, { body, caller });
      if (refund instanceof Refusal) return refund;
      const byUser = caller.person._id;
      const short = await replaceLines({ tx, order, found }, byUser);
      // Thrown, so that the refund is not stored either.
      if (short) throw new RefusalError(short);
      const refundId = refund?.id ?? null;
      await changeReturn(tx, found, { state: "closed", closedAt: context.clock.now(), refundId });
      await addOrderLetter(tx, "return-closed", { id, email: order.email });
      await storeOrderEvent(tx, "order.return-closed", order);
      const noted = await recordAction(tx, caller, {
        action: "close-return",
        about: order.id,
        before: { return: found.number, state: found.state },
        after: {
          return: found.number,
          state: "closed",
          ...(refund && { refund: refund.id, amount: toDollars(refund.cents) }),
          ...(body.isSettled && { refund: "settled in another way" }),
        },
      });
      return { reply: { refundId }, noted };
    });
    if (closed instanceof Refusal) return closed;
    context.jobs.wake();
    const { refundId } = closed.reply;
    if (refundId) await makeRefundNow(context, refundId);
    const reply = await readReturn(context, id);
    return reply ? { reply, noted: closed.noted } : noSuchReturn;
  };
}

async function readReturn(context: Context, id: string): Promise<Return | undefined> {
  const { address } = (await context.settings()).returns;
  const row = await findReturn(context.db, { id });
  return row && presentReturn(context.db, row, address);
}

type Input = { body: ReturnClosing; caller: SignedInCaller };

async function refundLines(
  { tx, order, found }: LockedReturn,
  { body, caller }: Input,
): Promise<{ id: string; cents: Cents } | undefined | Refusal<Code>> {
  if (body.isSettled) return undefined;
  const back = found.lines.filter(({ resolution }) => resolution === "refund");
  const parts = back.map(({ orderLineId: line, restocked, scrapped }) => ({
    line,
    quantity: restocked + scrapped,
  }));
  const delivery = deliveryShare(order, toCents(body.delivery ?? 0));
  if (delivery instanceof Refusal) return delivery;
  if (parts.length === 0 && delivery.length === 0) return undefined;
  const problem = moveProblem("refund", order.paymentState);
  if (problem) return refuse("conflict", `${problem} ${orSettled}`);
  const payment = await lockPaymentOfIntent(tx, `${order.transactionId}`);
  if (!payment) throw new Error(`The payment of the paid order ${order.id} is missing`);
  const priced = await pricePieces(tx, order, parts);
  if (priced instanceof Refusal) return priced;
  const lines = [...priced.map((line) => deducted(line, found)), ...delivery];
  const cents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (cents === 0) return undefined;
  const refund = await queueRefund(
    tx,
    { order, payment },
    {
      amountCents: cents,
      lines,
      requestKey: found.id,
      reason: found.kind === "core" ? "deposit" : found.kind,
      byUser: caller.person._id,
      note: `Return ${found.number}`,
    },
  );
  if (refund) return { id: refund.id, cents };
  const left = formatCents(payment.capturedCents - payment.refundingCents);
  return refuse("refund-too-large", `At most $${left} of this order can still be refunded.`, {
    delivery: `At most ${left} is left of the whole order`,
  });
}

const orSettled = "If the customer has the money already, close the return as settled.";

function deducted(line: RefundLine, { lines }: StoredReturn): RefundLine {
  const deduct = lines.find((each) => each.orderLineId === line.orderLineId)?.deductCents ?? 0;
  return { ...line, amountCents: Math.max(0, line.amountCents - deduct) };
}

/** Of lines of delivery, the first ones first. */
function deliveryShare({ lines }: LockedOrder, cents: Cents): RefundLine[] | Refusal<"invalid"> {
  let left = cents;
  const shares: RefundLine[] = [];
  for (const { id, kind, dueCents, refundedCents } of lines) {
    const amountCents = kind === "delivery" ? Math.min(left, dueCents - refundedCents) : 0;
    if (amountCents <= 0) continue;
    left -= amountCents;
    shares.push({ orderLineId: id, quantity: 0, amountCents });
  }
  if (left === 0) return shares;
  const most = `At most ${formatCents(cents - left)} of the delivery can still be refunded`;
  return refuse("invalid", `${most}.`, { delivery: most });
}
