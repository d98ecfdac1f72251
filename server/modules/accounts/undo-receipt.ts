import { refuse } from "#contract/refusals.ts";
import { toDollars } from "#contract/rules/money.ts";
import { lockOrder } from "#server/modules/orders/move-order.ts";
import { storeOrderEvent } from "#server/modules/orders/order-event.ts";
import { addReceived, settleAccount } from "#server/modules/payments/account-payments.ts";
import { findPayment, lockPaymentOfIntent } from "#server/modules/payments/store.ts";
import type { Undo, Undoes, Undone } from "#server/platform/audit/handlers.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import { systemClock } from "#server/platform/clock.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import { findReceipt, findReceiptById, storeReceipt } from "./receipts.ts";

const gone = refuse("not-found", "There is no such receipt.");
const alreadyUndone = refuse("conflict", "This receipt has already been taken back.");
const isRepaid = refuse(
  "conflict",
  "Some of it was paid back since. Take that back first, then the receipt.",
);

const undoReceipt: Undo = (db, caller, { about, after }) =>
  retryOnConflict(() =>
    inTransaction(db, async (tx): Promise<Undone> => {
      const order = await lockOrder(tx, about);
      const receipt = await findReceiptById(tx, `${after?.receipt}`);
      const found = receipt && (await findPayment(tx, receipt.paymentId));
      const payment = await lockPaymentOfIntent(tx, `${found?.intentId}`);
      if (!order || !receipt || !payment || receipt.isUndo) return gone;
      if (await findReceipt(tx, receipt.id, true)) return alreadyUndone;
      const cents = -receipt.cents;
      if (payment.receivedCents + cents < 0) return isRepaid;
      const { paymentId, receivedOn, reference } = receipt;
      await storeReceipt(tx, {
        id: newId(),
        paymentId,
        receivedOn,
        reference,
        cause: receipt.id,
        cents,
        isUndo: true,
        byUser: caller.person._id,
      });
      const changed = await addReceived(tx, payment, cents);
      await settleAccount({ clock: systemClock }, tx, order, changed);
      await storeOrderEvent(tx, "order.account-changed", order);
      const undone = { of: receipt.id, amount: toDollars(Math.abs(cents)) };
      const done = { action: "undo-receipt", about, after: undone } as const;
      return { reply: undefined, noted: await recordAction(tx, caller, done) };
    }),
  );

export const receiptUndoes: Undoes = { "book-receipt": undoReceipt };
