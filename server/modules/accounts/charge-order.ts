import type { accountCalls } from "#contract/accounts.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import { creditProblem, creditRests } from "#contract/rules/account-credit.ts";
import { confirming, moveProblem } from "#contract/rules/order-states.ts";
import type { Settings } from "#contract/settings.ts";
import type { Context } from "#server/context.ts";
import { lockCredit } from "#server/modules/companies/lock-credit.ts";
import { findSpentDiscounts } from "#server/modules/discounts/price-terms.ts";
import { allocateStock } from "#server/modules/orders/begin-payment.ts";
import { confirmPromise } from "#server/modules/orders/confirm-promise.ts";
import { lockOrder, moveOrder, type OrderRow } from "#server/modules/orders/move-order.ts";
import { noSuchOrder } from "#server/modules/orders/refusals.ts";
import { presentOne } from "#server/modules/orders/store.ts";
import { closeIntent } from "#server/modules/paying/close-intent.ts";
import { DiscountsSpent, refuseSpent } from "#server/modules/paying/spent-discounts.ts";
import { storeAccountPayment } from "#server/modules/payments/account-payments.ts";
import { findLivePayment, stopPaymentOf } from "#server/modules/payments/store.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction, pipeline, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { addDays, todayIn } from "./days.ts";

const notApproved = refuse(
  "conflict",
  "Your company does not buy on account. Please pay this order by card.",
);
const notOfCompany = refuse(
  "conflict",
  "This order is not one of your company, so it cannot go on its account. Please pay it by card.",
);

export function chargeOrder(context: Context): Handler<typeof accountCalls.charge> {
  const { db, jobs, settings } = context;
  return async ({ params: { id } }, { person }) => {
    const live = await findLivePayment(db, id);
    const now = context.clock.now();
    const asked = { id, userId: person._id, now, settings: await settings() };
    const checked = await inTransaction(db, (tx) => findChargeable(tx, id, person._id));
    if (checked instanceof Refusal) return checked;
    // So that it cannot be paid by card after.
    if (live) await closeIntent(context, live);
    const charged = await retryOnConflict(() => inTransaction(db, (tx) => charge(tx, asked))).catch(
      (error) => {
        if (error instanceof DiscountsSpent) return refuseSpent(context, error);
        throw error;
      },
    );
    if (charged instanceof Refusal) return charged;
    jobs.wake();
    return presentOne(db, charged);
  };
}

async function findChargeable(tx: Queries, id: string, userId: string) {
  const [order, live] = await pipeline(lockOrder(tx, id), findLivePayment(tx, id));
  if (order?.userId !== userId) return noSuchOrder;
  const problem = moveProblem("charge", order.paymentState);
  if (problem) return refuse("conflict", problem);
  return live?.state === "processing" ? refuse("conflict", confirming) : order;
}

type Asked = { id: string; userId: string; now: Date; settings: Settings };

/** The company is locked last: whoever orders on its account waits only for the sum. */
async function charge(
  tx: Queries,
  { id, userId, now, settings }: Asked,
): Promise<OrderRow | Refusal<"not-found" | "conflict">> {
  const order = await findChargeable(tx, id, userId);
  if (order instanceof Refusal) return order;
  const shortage = await allocateStock(tx, order);
  // Thrown, so that nothing is reserved.
  if (shortage) throw new RefusalError(shortage);
  const spent = await findSpentDiscounts(tx, order, settings);
  if (spent.length > 0) throw new DiscountsSpent(order, spent);
  const company = await lockCredit(tx, userId);
  if (!company || company.id !== order.companyId) throw new RefusalError(notOfCompany);
  const { creditLimitCents: limitCents, paymentDays, openCents, approved } = company;
  if (limitCents === null || paymentDays === null) throw new RefusalError(notApproved);
  if (approved) throw new RefusalError(refuse("conflict", creditRests));
  const problem = creditProblem({ limitCents, openCents }, order.totalCents);
  if (problem) throw new RefusalError(refuse("conflict", problem));
  const dueOn = addDays(todayIn(settings.company.timeZone, now), paymentDays);
  const delivery = confirmPromise(order, now, settings);
  const transactionId = `account-${order.number}`;
  await pipeline(
    stopPaymentOf(tx, id),
    storeAccountPayment(tx, order, transactionId),
    moveOrder(
      tx,
      order,
      { name: "charge", by: "owner" },
      { transactionId, dueOn, delivery, holdUntil: null },
    ),
  );
  return {
    ...order,
    transactionId,
    dueOn,
    delivery,
    holdUntil: null,
    ...({ state: "unpaid", paymentState: "account" } as const),
  };
}
