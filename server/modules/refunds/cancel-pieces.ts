import { type Cancellation, refundCalls } from "#contract/refunds.ts";
import { type FieldMessages, Refusal, refuse } from "#contract/refusals.ts";
import { unshippedPieces } from "#contract/rules/fulfilment.ts";
import { toDollars } from "#contract/rules/money.ts";
import { moveProblem, moverOf } from "#contract/rules/order-states.ts";
import type { Context } from "#server/context.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import {
  isOfFormerCompany,
  type LockedOrder,
  lockOrder,
} from "#server/modules/orders/move-order.ts";
import { formerCompany, noSuchOrder } from "#server/modules/orders/refusals.ts";
import { lockPaymentOfIntent } from "#server/modules/payments/store.ts";
import { type Audited, recordAction } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { deriveId } from "#server/platform/database/new-id.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { keyedRequest, once } from "#server/platform/once/once.ts";
import { cancelUnsent, countUnsent } from "./cancel-unsent.ts";
import { pricePieces } from "./price-lines.ts";
import { makeRefundNow } from "./process-refunds.ts";
import { queueRefund } from "./queue-refund.ts";
import { readRefund, sumByLine } from "./refund-lines.ts";

const notPaid = refuse(
  "conflict",
  "This order is not paid yet. Cancel all of it, and order again what you want.",
);
const allOfIt = refuse(
  "conflict",
  "That is all of this order. Please cancel the order itself: then its delivery is refunded as well.",
);

type Code = "not-found" | "conflict" | "refund-too-large";
type Stored = Audited<{ id: string }> | Refusal<Code>;

/** As long as nothing is packed of them, customers change their minds about pieces. */
export function cancelPieces(context: Context): Handler<typeof refundCalls.cancelPieces> {
  const { db, jobs } = context;
  return async ({ params, body }, caller) => {
    const by = { who: caller.person._id, index: "refunds_request" };
    const request = keyedRequest(refundCalls.cancelPieces, { params, body }, by);
    const work = (tx: Queries) => cancelOrRefuse(tx, { order: params.id, body, caller });
    const stored = await retryOnConflict(() =>
      inTransaction(db, (tx) => once(tx, request, () => work(tx))),
    );
    if (stored instanceof Refusal) return stored;
    jobs.wake();
    await makeRefundNow(context, stored.reply.id);
    const row = await readRefund(db, stored.reply.id);
    const reply = { amount: toDollars(row.amountCents), state: row.status };
    return { reply, noted: stored.noted };
  };
}

type Input = { order: string; body: Cancellation; caller: SignedInCaller };

async function cancelOrRefuse(
  tx: Queries,
  { order: orderId, body, caller }: Input,
): Promise<Stored> {
  const order = await lockOrder(tx, orderId);
  if (!order || !moverOf(caller.person, order)) return noSuchOrder;
  if (await isOfFormerCompany(tx, order, caller.person)) return formerCompany;
  const pieces = [...sumByLine(body.lines)].map(([line, quantity]) => ({ line, quantity }));
  if (order.paymentState === "unpaid") return notPaid;
  const problem = moveProblem("refund", order.paymentState);
  if (problem) return refuse("conflict", problem);
  const refusal = piecesProblem(order, await countUnsent(tx, order), body);
  if (refusal) return refusal;
  const payment = await lockPaymentOfIntent(tx, `${order.transactionId}`);
  if (!payment) throw new Error(`The payment of the paid order ${orderId} is missing`);
  const lines = await pricePieces(tx, order, pieces);
  if (lines instanceof Refusal) return lines;
  const amountCents = lines.reduce((cents, line) => cents + line.amountCents, 0);
  const byUser = caller.person._id;
  const refund = await queueRefund(
    tx,
    { order, payment },
    { amountCents, reason: "cancelled", requestKey: keyOf(orderId, body.key), byUser, lines },
  );
  if (!refund) return refuse("conflict", "The money of these pieces went back already.");
  await cancelUnsent(tx, order, { pieces, sourceId: refund.id, byUser });
  await addOrderLetter(tx, "pieces-cancelled", { id: refund.id, email: order.email });
  const count = pieces.reduce((sum, { quantity }) => sum + quantity, 0);
  const after = { refund: refund.id, pieces: count, amount: toDollars(amountCents) };
  const noted = await recordAction(tx, caller, { action: "cancel-pieces", about: orderId, after });
  return { reply: { id: refund.id }, noted };
}

/** Customers choose the key: it must not be that of another refund, such as the id of a return. */
const keyOf = (orderId: string, key: string) => deriveId("cancellation", orderId, key);

function piecesProblem(
  order: LockedOrder,
  unsent: ReadonlyMap<string, number>,
  { lines: wanted }: Cancellation,
): Refusal<"conflict"> | undefined {
  const problems: FieldMessages = {};
  const sums = sumByLine(wanted);
  for (const [at, { line: id }] of wanted.entries()) {
    const line = order.lines.find((each) => each.id === id);
    const most = unsent.get(id);
    if (!line || most === undefined) problems[`lines.${at}.line`] = "Is not a part of this order";
    else if ((sums.get(id) ?? 0) > most) {
      problems[`lines.${at}.quantity`] =
        most === 0
          ? `${line.name} is packed or sent already, so it can no longer be cancelled`
          : `At most ${most} of ${line.name} can still be cancelled`;
    }
  }
  const [first] = Object.values(problems);
  if (first !== undefined) return refuse("conflict", `${first}.`, problems);
  const goods = order.lines.filter(({ kind }) => kind === "part");
  const isAnythingLeft = goods.some(
    (line) => line.shipped > 0 || unshippedPieces(line) > (sums.get(line.id) ?? 0),
  );
  return isAnythingLeft ? undefined : allOfIt;
}
