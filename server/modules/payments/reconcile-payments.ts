// Looks after payments of which nothing was heard: the browser that never came back, the message
// that was lost, the process that ended half-way. Whatever happened, in the end it is written down.
import { and, eq, inArray, sql } from "drizzle-orm";
import type { OrderState } from "#contract/rules/order-states.ts";
import { orders } from "#server/modules/orders/tables.ts";
import type { Database } from "#server/platform/database/connect.ts";
import type { PaymentsContext } from "./context.ts";
import { createAtProvider } from "./create-intent.ts";
import { type Job, startJob } from "./job.ts";
import { ProviderDown, ProviderRejected } from "./provider-types.ts";
import { requireProvider } from "./require-provider.ts";
import { recordIntent, settlePayment } from "./settle-payment.ts";
import { closeUnopenedPayment, moveProblem, type PaymentRow } from "./store.ts";
import { payments } from "./tables.ts";

const lookEvery = 20_000;
/** Nobody else takes them meanwhile; of which nothing was heard, those are due again after that. */
const lease = 30;
const atOnce = 20;
const hour = 3_600;
const day = 24 * hour;

type Due = { payment: PaymentRow; orderState: OrderState };

export function startPaymentJob(context: PaymentsContext): Job {
  let isFirst = true;
  const job = startJob("Payments could not be reconciled", lookEvery, async (isStopping) => {
    if (isFirst) await makeDueOfLate(context.db);
    isFirst = false;
    await reconcileDuePayments(context, isStopping);
  });
  void job.wake();
  return job;
}

/** While nobody was here to be told, anything may have been paid. */
async function makeDueOfLate(db: Database): Promise<void> {
  await db
    .update(payments)
    .set({ nextCheckAt: sql`now()` })
    .where(
      and(
        inArray(payments.state, ["creating", "open"]),
        sql`${payments.nextCheckAt} > now() + make_interval(secs => ${lease})`,
        sql`${payments.createdAt} > now() - make_interval(secs => ${day})`,
      ),
    );
}

/**
 * All that are due now, unless the provider is away. It is away when it answers for none of them;
 * one for which alone it does not must not hold up the others.
 */
export async function reconcileDuePayments(
  context: PaymentsContext,
  isStopping = () => false,
): Promise<void> {
  if (!context.provider) return;
  while (!isStopping()) {
    const due = await takeDue(context.db);
    const answered = await Promise.all(due.map((one) => reconcile(context, one)));
    if (due.length < atOnce || !answered.includes(true)) return;
  }
}

async function takeDue(db: Database): Promise<Due[]> {
  const due = sql`${payments.id} in (select id from payments where state in ('creating', 'open')
    and next_check_at <= now() order by next_check_at limit ${atOnce} for update skip locked)`;
  const taken = await db
    .update(payments)
    .set({ nextCheckAt: sql`now() + make_interval(secs => ${lease})` })
    .where(due)
    .returning();
  if (taken.length === 0) return [];
  const ids = [...new Set(taken.map(({ orderId }) => orderId))];
  const rows = await db
    .select({ id: orders.id, state: orders.state })
    .from(orders)
    .where(inArray(orders.id, ids));
  const stateOf = new Map(rows.map(({ id, state }) => [id, state]));
  return taken.flatMap((payment) => {
    const orderState = stateOf.get(payment.orderId) as OrderState | undefined;
    return orderState ? [{ payment, orderState }] : [];
  });
}

/** Whether the provider answered, whatever it said. */
async function reconcile(context: PaymentsContext, { payment, orderState }: Due): Promise<boolean> {
  try {
    const isToBePaid = !moveProblem("pay", orderState);
    if (!payment.intentId) await makeOrGiveUp(context, payment, isToBePaid);
    else if (isToBePaid) {
      const { is } = await settlePayment(context, payment);
      if (is === "provider-down") return false;
    } else {
      const intent = await requireProvider(context).cancelIntent(payment.intentId);
      await recordIntent(context, payment, intent);
    }
  } catch (error) {
    if (error instanceof ProviderDown) return false;
    if (!(error instanceof ProviderRejected)) throw error;
  }
  await lookLater(context.db, payment);
  return true;
}

/** Nobody was told its secret, so it can be given up where nobody waits for it any more. */
async function makeOrGiveUp(
  context: PaymentsContext,
  payment: PaymentRow,
  isToBePaid: boolean,
): Promise<void> {
  const isOld = Date.now() - payment.createdAt.getTime() > hour * 1000;
  if (isToBePaid && !isOld) await createAtProvider(context, payment);
  else await closeUnopenedPayment(context.db, payment.id);
}

/**
 * Ever more rarely: most that are not paid within minutes never will be, and the provider tells by
 * itself when one is.
 */
async function lookLater(db: Database, { id, checks, createdAt }: PaymentRow): Promise<void> {
  const isOld = Date.now() - createdAt.getTime() > 2 * day * 1000;
  const seconds = isOld ? day : Math.min(lease * 2 ** checks, hour);
  await db
    .update(payments)
    .set({ checks: checks + 1, nextCheckAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(and(eq(payments.id, id), inArray(payments.state, ["creating", "open"])));
}
