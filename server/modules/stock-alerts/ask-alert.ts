import { refuse } from "#contract/refusals.ts";
import { isOrderable } from "#contract/rules/quantity.ts";
import type { stockAlertCalls } from "#contract/stock-alerts.ts";
import type { Context } from "#server/context.ts";
import { findPart } from "#server/modules/catalog/store.ts";
import { lockStock } from "#server/modules/inventory/change-stock.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { consumeCallerLimit } from "#server/platform/rate-limits/consume-limit.ts";
import { addAlert, hasMaxWaiting, maxWaiting } from "./store.ts";

/** The letters to one mailbox are limited by letters/mailbox-limit.ts. */
const letterLimit = { action: "stock alert letters", most: 20 };

const noEmail = refuse("invalid", "Please give an e-mail for the letter.", {
  email: "Email is Required",
});
const noSuchPart = refuse("not-found", "This part is no longer sold.");
const isBack = refuse("conflict", "This part can be ordered again already.");
export const tooManyAlerts = refuse(
  "conflict",
  `You wait for ${maxWaiting} parts already. Please stop waiting for one of them first.`,
);
const tooManyLetters = refuse(
  "too-many",
  "Too many letters were asked for from your network. Please try again in an hour.",
);

export function askAlert(context: Context): Handler<typeof stockAlertCalls.ask> {
  const { db } = context;
  return async ({ body }, caller) => {
    const { person } = caller;
    const ownEmail = person?.email.toLowerCase();
    const email = body.email ?? ownEmail;
    if (!email) return noEmail;
    const part = await findPart(db, body.part);
    if (!part) return noSuchPart;
    if (isOrderable(part)) return isBack;
    const isConfirmed = person?.emailVerified === true && email === ownEmail;
    if (!isConfirmed) {
      if (!(await consumeCallerLimit(db, letterLimit, caller))) return tooManyLetters;
    } else if (await hasMaxWaiting(db, email)) return tooManyAlerts;
    const asked = await inTransaction(db, async (tx) => {
      // With the stock locked, a change of it is seen here, or its event finds the alert.
      await lockStock(tx, [body.part]);
      const now = await findPart(tx, body.part);
      if (!now) return noSuchPart;
      if (isOrderable(now)) return isBack;
      const userId = email === ownEmail ? (person?._id ?? null) : null;
      const id = await addAlert(tx, { partId: now._id, email, userId, isConfirmed });
      if (isConfirmed) return { state: "waiting" as const };
      await addOrderLetter(tx, "confirm-stock-alert", { id, email });
      return { state: "to-confirm" as const };
    });
    context.jobs.wake();
    return asked;
  };
}
