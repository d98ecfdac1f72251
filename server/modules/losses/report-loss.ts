import { lossCalls, type NewLoss } from "#contract/losses.ts";
import { type FieldMessages, Refusal, refuse } from "#contract/refusals.ts";
import { type Cents, toDollars } from "#contract/rules/money.ts";
import { maySend, moveProblem } from "#contract/rules/order-states.ts";
import { returnablePieces } from "#contract/rules/returns.ts";
import type { Context } from "#server/context.ts";
import { reserveAgain } from "#server/modules/inventory/reserve.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import { type LockedOrder, lockOrder } from "#server/modules/orders/move-order.ts";
import { countReturned } from "#server/modules/orders/return-lines.ts";
import { lockPaymentOfIntent } from "#server/modules/payments/store.ts";
import { pricePieces } from "#server/modules/refunds/price-lines.ts";
import { makeRefundNow } from "#server/modules/refunds/process-refunds.ts";
import { queueRefund } from "#server/modules/refunds/queue-refund.ts";
import { countAsked } from "#server/modules/returns/store.ts";
import { updateFulfilment } from "#server/modules/shipments/record-shipped.ts";
import { countLost, findShipment } from "#server/modules/shipments/store.ts";
import { type Audited, recordAction } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { keyedRequest, once } from "#server/platform/once/once.ts";
import { type LostPiece, storeLoss } from "./store.ts";

const noSuchShipment = refuse("not-found", "There is no such shipment.");
const notSent = refuse("conflict", "This parcel has not been sent, so nothing of it can be lost.");
const collected = refuse(
  "conflict",
  "This order is collected at the works, so nothing of it is lost on its way. If pieces are missing, refund them.",
);

type Code = "not-found" | "conflict" | "refund-too-large";
type Refunded = { id: string | null; cents: Cents };
type Stored = Audited<Refunded> | Refusal<Code>;
type Input = { id: string; body: NewLoss; caller: SignedInCaller };

export function reportLoss(context: Context): Handler<typeof lossCalls.report> {
  return async ({ params, body }, caller) => {
    const by = { who: caller.person._id, index: "losses_request" };
    const request = keyedRequest(lossCalls.report, { params, body }, by);
    const work = (tx: Queries) => loseOrRefuse(context, tx, { id: params.id, body, caller });
    const stored = await retryOnConflict(() =>
      inTransaction(context.db, (tx) => once(tx, request, () => work(tx))),
    );
    if (stored instanceof Refusal) return stored;
    context.jobs.wake();
    if (stored.reply.id) await makeRefundNow(context, stored.reply.id);
    return { reply: { amount: toDollars(stored.reply.cents) }, noted: stored.noted };
  };
}

async function loseOrRefuse(
  context: Context,
  tx: Queries,
  { id: shipmentId, body, caller }: Input,
): Promise<Stored> {
  const found = await findShipment(tx, shipmentId);
  const order = found && (await lockOrder(tx, found.orderId));
  // As it is now that nobody else changes it.
  const parcel = order && (await findShipment(tx, shipmentId));
  if (!order || !parcel) return noSuchShipment;
  if (order.delivery.kind === "collection") return collected;
  if (parcel.state !== "shipped" && parcel.state !== "delivered") return notSent;
  const asked = await countAsked(tx, order.id);
  const problem = linesProblem(order, parcel.lines, asked, body);
  if (problem) return problem;
  const lines = body.lines.map(({ line: orderLineId, quantity }) => ({ orderLineId, quantity }));
  const lost = { id: newId(), byUser: caller.person._id, lines };
  await countReturned(tx, order, "lost", lines);
  const resolve = body.resolution === "refund" ? refundLost : replaceLost;
  const resolved = await resolve(tx, order, lost);
  // Thrown, so that nothing is counted either.
  if (resolved instanceof Refusal) throw new RefusalError(resolved);
  await countLost(tx, shipmentId, lines);
  await storeLoss(tx, {
    ...lost,
    orderId: order.id,
    shipmentId,
    resolution: body.resolution,
    requestKey: body.key,
    refundId: resolved.id,
    at: context.clock.now(),
  });
  await updateFulfilment(tx, order.id);
  await addOrderLetter(tx, "parcel-lost", { id: lost.id, email: order.email });
  const noted = await recordAction(tx, caller, {
    action: "lose-pieces",
    about: order.id,
    after: {
      parcel: parcel.parcel,
      resolution: body.resolution,
      pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      ...(resolved.id && { amount: toDollars(resolved.cents) }),
    },
  });
  return { reply: resolved, noted };
}

type Lost = { id: string; byUser: string; lines: readonly LostPiece[] };

async function replaceLost(
  tx: Queries,
  order: LockedOrder,
  { id: sourceId, byUser, lines: lost }: Lost,
): Promise<Refunded | Refusal<"conflict">> {
  if (!maySend(order.paymentState))
    return refuse("conflict", "Parts are replaced only as long as the order is paid.");
  const lines = lost.flatMap((line) => {
    const partId = order.lines.find(({ id }) => id === line.orderLineId)?.partId;
    return partId ? [{ ...line, partId }] : [];
  });
  const { id: orderId, userId } = order;
  const [short] = await reserveAgain(tx, { orderId, userId, lines }, { sourceId, byUser });
  if (short) {
    const name = order.lines.find(({ partId }) => partId === short.partId)?.name;
    const message = `Only ${short.available} of ${name} are left, too few to replace it. Refund it instead.`;
    return refuse("conflict", message);
  }
  await countReturned(tx, order, "replaced", lost);
  return { id: null, cents: 0 };
}

async function refundLost(
  tx: Queries,
  order: LockedOrder,
  { id, byUser, lines: lost }: Lost,
): Promise<Refunded | Refusal<Code>> {
  const problem = moveProblem("refund", order.paymentState);
  if (problem) return refuse("conflict", problem);
  const parts = lost.map(({ orderLineId: line, quantity }) => ({ line, quantity }));
  const payment = await lockPaymentOfIntent(tx, `${order.transactionId}`);
  if (!payment) throw new Error(`The payment of the paid order ${order.id} is missing`);
  const lines = await pricePieces(tx, order, parts);
  if (lines instanceof Refusal) return lines;
  const amountCents = lines.reduce((sum, line) => sum + line.amountCents, 0);
  if (amountCents === 0) return { id: null, cents: 0 };
  const refund = await queueRefund(
    tx,
    { order, payment },
    { amountCents, lines, requestKey: id, reason: "short", byUser, note: "Lost on its way" },
  );
  if (refund) return { id: refund.id, cents: amountCents };
  return refuse("refund-too-large", "The money of these pieces went back already.");
}

/** Not more than is in the parcel, and nothing that comes back or did. */
function linesProblem(
  order: LockedOrder,
  parcel: readonly (LostPiece & { lost: number })[],
  asked: ReadonlyMap<string, number>,
  { lines }: NewLoss,
): Refusal<"conflict"> | undefined {
  const problems: FieldMessages = {};
  const left = new Map(parcel.map((piece) => [piece.orderLineId, piece.quantity - piece.lost]));
  for (const [at, { line: id, quantity }] of lines.entries()) {
    const line = order.lines.find((each) => each.id === id);
    const inParcel = left.get(id);
    left.delete(id);
    if (!line || inParcel === undefined) {
      problems[`lines.${at}.line`] = "Is not in this parcel, or named twice";
      continue;
    }
    const most = Math.min(inParcel, returnablePieces(line, asked.get(id) ?? 0));
    if (quantity > most) problems[`lines.${at}.quantity`] = `At most ${most} of ${line.name}`;
  }
  const [first] = Object.values(problems);
  return first === undefined ? undefined : refuse("conflict", `${first}.`, problems);
}
