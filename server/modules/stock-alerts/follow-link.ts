import { refuse } from "#contract/refusals.ts";
import { isOrderable } from "#contract/rules/quantity.ts";
import type { stockAlertCalls } from "#contract/stock-alerts.ts";
import type { Context } from "#server/context.ts";
import { findPart } from "#server/modules/catalog/store.ts";
import { hashToken } from "#server/modules/identity/tokens.ts";
import { lockStock } from "#server/modules/inventory/change-stock.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { consumeCallerLimit } from "#server/platform/rate-limits/consume-limit.ts";
import { tooManyAlerts } from "./ask-alert.ts";
import { confirmAlert, deleteAlertsOf, findByToken, hasMaxWaiting } from "./store.ts";

const deadLink = refuse(
  "invalid",
  "This link has expired. You can ask again on the page of the part.",
  { token: "Is no longer valid" },
);
const nothingToStop = refuse(
  "invalid",
  "There is nothing left to stop: we will not write to you about parts that are back.",
  { token: "Is no longer valid" },
);
const tooManyLinks = refuse(
  "too-many",
  "Too many links were opened from your network. Please try again in an hour.",
);

/** A link that is valid is never refused because of its neighbours. */
const limit = { action: "wrong stock alert links" };

export function confirmByLink(context: Context): Handler<typeof stockAlertCalls.confirm> {
  const { db } = context;
  return async ({ body }, caller) => {
    const tokenHash = hashToken(body.token);
    const done = await inTransaction(db, async (tx) => {
      const alert = await findByToken(tx, tokenHash);
      if (!alert || alert.toldAt || alert.expiresAt < new Date()) return deadLink;
      await lockStock(tx, [alert.partId]);
      const part = await findPart(tx, alert.partId);
      if (!part) return deadLink;
      const named = { number: part.number, name: part.name };
      if (isOrderable(part)) return { state: "back" as const, part: named };
      if (!alert.confirmedAt && (await hasMaxWaiting(tx, alert.email))) return tooManyAlerts;
      await confirmAlert(tx, alert.id);
      return { state: "waiting" as const, part: named };
    });
    return done === deadLink && !(await consumeCallerLimit(db, limit, caller))
      ? tooManyLinks
      : done;
  };
}

export function stopByLink({ db }: Context): Handler<typeof stockAlertCalls.stop> {
  return async ({ body }, caller) => {
    const tokenHash = hashToken(body.token);
    const done = await inTransaction(db, async (tx) => {
      const alert = await findByToken(tx, tokenHash);
      return alert ? { deletedCount: await deleteAlertsOf(tx, alert) } : nothingToStop;
    });
    const isWrong = done === nothingToStop;
    return isWrong && !(await consumeCallerLimit(db, limit, caller)) ? tooManyLinks : done;
  };
}
