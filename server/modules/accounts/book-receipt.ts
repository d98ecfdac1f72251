import { accountCalls, type NewReceipt } from "#contract/accounts.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import { openCents, receiptProblem } from "#contract/rules/account-credit.ts";
import { toCents, toDollars } from "#contract/rules/money.ts";
import type { Context } from "#server/context.ts";
import { lockOrder } from "#server/modules/orders/move-order.ts";
import { storeOrderEvent } from "#server/modules/orders/order-event.ts";
import { noSuchOrder } from "#server/modules/orders/refusals.ts";
import { addReceived, settleAccount } from "#server/modules/payments/account-payments.ts";
import { lockPaymentOfIntent } from "#server/modules/payments/store.ts";
import { type Audited, recordAction } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { keyedRequest, once } from "#server/platform/once/once.ts";
import { todayIn } from "./days.ts";
import { findAccount, type Receipt, storeReceipt } from "./receipts.ts";

export const notOnAccount = refuse("conflict", "This order is not on account.");

type Booking = { id: string; body: NewReceipt; caller: SignedInCaller };
type Booked = Audited<object> | Refusal<"not-found" | "conflict">;

export function bookReceipt(context: Context): Handler<typeof accountCalls.receive> {
  const { db, clock, jobs, settings } = context;
  return async ({ params, body }, caller) => {
    const { id } = params;
    const by = { who: caller.person._id, index: "account_receipts_once" };
    const request = keyedRequest(accountCalls.receive, { params, body }, by);
    const today = todayIn((await settings()).company.timeZone, clock.now());
    if (body.on > today) return refuseDay;
    const booked = await retryOnConflict(() =>
      inTransaction(db, (tx) => once(tx, request, () => book(context, tx, { id, body, caller }))),
    );
    if (booked instanceof Refusal) return booked;
    jobs.wake();
    const reply = await findAccount(db, id);
    return reply ? { reply, noted: booked.noted } : notOnAccount;
  };
}

const refuseDay = refuse("conflict", "The day is not over yet.", {
  on: "Must not be in the future",
});

async function book(context: Context, tx: Queries, { id, body, caller }: Booking): Promise<Booked> {
  const order = await lockOrder(tx, id);
  if (!order) return noSuchOrder;
  const payment = await lockPaymentOfIntent(tx, `${order.transactionId}`);
  if (payment?.method !== "account") return notOnAccount;
  const { key: cause, kind, amount, on: receivedOn, reference } = body;
  const cents = toCents(amount) * (kind === "received" ? 1 : -1);
  const problem = receiptProblem(kind, openCents(payment), Math.abs(cents));
  if (problem) return refuse("conflict", `${problem}.`, { amount: problem });
  const receipt: Omit<Receipt, "createdAt"> = {
    id: newId(),
    paymentId: payment.id,
    cause,
    cents,
    isUndo: false,
    receivedOn,
    reference,
    byUser: caller.person._id,
  };
  await storeReceipt(tx, receipt);
  const changed = await addReceived(tx, payment, cents);
  await settleAccount(context, tx, order, changed);
  await storeOrderEvent(tx, "order.account-changed", order);
  const after = { receipt: receipt.id, kind, amount, on: receivedOn, open: openOf(changed) };
  const noted = await recordAction(tx, caller, { action: "book-receipt", about: id, after });
  return { reply: {}, noted };
}

const openOf = (payment: Parameters<typeof openCents>[0]) => toDollars(openCents(payment));
