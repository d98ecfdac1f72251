// Processes share the queue by leases: what a process writes counts only while its lease does.
import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Cents } from "#contract/rules/money.ts";
import { maxDeclines } from "#contract/rules/refunds.ts";
import { payments } from "#server/modules/payments/tables.ts";
import { shopNow } from "#server/platform/database/columns.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { refunds } from "./tables.ts";

/** Longer than a request to the provider may take. */
const leaseSeconds = 120;
/** Without a response for so long, the attempt did not reach the provider. */
const attemptLostAfterSeconds = 120;

export const openStatuses = ["wanted", "asked"] as const;
const isOpen = inArray(refunds.status, openStatuses);

export type QueuedRefund = {
  id: string;
  orderId: string;
  paymentId: string;
  intentId: string;
  method: "card" | "account";
  amount: Cents;
  captured: Cents;
  reason: string;
  createdAt: Date;
  refundId: string | null;
  tries: number;
  attempt: number;
  askedAt: Date | null;
  declines: number;
  others: string[];
};

export type RefundOutcome =
  /** Without an id where refunds that somebody made in the dashboard cover it. */
  | { is: "done"; refundId: string | null }
  | { is: "pending"; refundId: string | null; message: string }
  | { is: "declined"; message: string }
  /** The provider failed. Its list of refunds shows whether this one was made. */
  | { is: "failed"; message: string }
  | { is: "unanswered"; message: string }
  | { is: "lease-lost" };

const columns = {
  id: refunds.id,
  orderId: refunds.orderId,
  paymentId: refunds.paymentId,
  intentId: sql<string>`${payments.intentId}`,
  method: payments.method,
  amount: refunds.amountCents,
  captured: payments.capturedCents,
  reason: refunds.reason,
  createdAt: refunds.createdAt,
  refundId: refunds.refundId,
  tries: refunds.tries,
  attempt: refunds.attempt,
  askedAt: refunds.askedAt,
  declines: refunds.declines,
  others: sql<string[]>`array(select unnest(array[other.id::text, other.refund_id])
    from refunds other where other.refunded_payment_id = refunds.refunded_payment_id
      and other.id <> refunds.id)`,
};

export async function leaseRefund(db: Database, id?: string): Promise<QueuedRefund | undefined> {
  const which = id === undefined ? sql`` : sql`and id = ${id}`;
  const [leased] = await db
    .update(refunds)
    .set({
      tries: sql`${refunds.tries} + 1`,
      nextTryAt: sql`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .from(payments)
    .where(
      and(
        eq(payments.id, refunds.paymentId),
        sql`${refunds.id} = (select id from refunds
          where status in ('wanted', 'asked') and next_try_at <= now() ${which}
          order by next_try_at limit 1 for update skip locked)`,
      ),
    )
    .returning(columns);
  return leased;
}

const hasLease = ({ id, tries }: QueuedRefund) =>
  and(eq(refunds.id, id), isOpen, eq(refunds.tries, tries));

export async function releaseRefund(db: Database, refund: QueuedRefund): Promise<void> {
  await db.update(refunds).set({ nextTryAt: sql`now()` }).where(hasLease(refund));
}

/** Undefined where the lease is lost. An unanswered attempt is repeated under its number until it counts as lost. */
export async function startAttempt(db: Database, refund: QueuedRefund) {
  const isLost = sql`${refunds.askedAt} <= now()
    - make_interval(secs => ${attemptLostAfterSeconds})`;
  const [started] = await db
    .update(refunds)
    .set({
      status: "asked",
      attempt: sql`${refunds.attempt} + case when ${isLost} then 1 else 0 end`,
      askedAt: sql`case when ${refunds.askedAt} is null or ${isLost} then now()
        else ${refunds.askedAt} end`,
    })
    .where(hasLease(refund))
    .returning({ attempt: refunds.attempt });
  const isRepeated = refund.askedAt !== null && started?.attempt === refund.attempt;
  return started && { ...started, isRepeated };
}

type Unfinished = Exclude<RefundOutcome, { is: "done" | "lease-lost" }>;

export async function postponeRefund(
  db: Queries,
  refund: QueuedRefund,
  outcome: Unfinished,
): Promise<void> {
  await db
    .update(refunds)
    .set({
      lastError: outcome.message.slice(0, 500),
      nextTryAt: sql`now() + make_interval(secs => ${delaySeconds(refund, outcome)})`,
      ...(outcome.is === "pending" && { refundId: outcome.refundId }),
      ...(outcome.is === "failed" && {
        status: sql`case when ${refunds.refundId} is null then 'wanted' else 'asked' end`,
      }),
      ...(outcome.is !== "unanswered" && endAttempt),
      ...(outcome.is === "declined" && {
        status: "wanted",
        refundId: null,
        declines: sql`${refunds.declines} + 1`,
      }),
    })
    .where(hasLease(refund));
}

function delaySeconds({ tries, declines }: QueuedRefund, { is }: Unfinished): number {
  if (is === "unanswered") return Math.min(2 ** tries, 60);
  // A person has to act at the provider or the bank first.
  if (is === "declined") return Math.min(2 ** (declines + 1), 6 * 3_600);
  return Math.min(2 ** tries, 600);
}

const endAttempt = {
  attempt: sql`${refunds.attempt} + case when ${refunds.askedAt} is null then 0 else 1 end`,
  askedAt: null,
};

export async function markRefunded(
  tx: Queries,
  id: string,
  refundId: string | null,
): Promise<boolean> {
  const done = await tx
    .update(refunds)
    .set({ status: "succeeded", refundId, lastError: null, askedAt: null, doneAt: shopNow })
    .where(and(eq(refunds.id, id), isOpen))
    .returning({ id: refunds.id });
  return done.length > 0;
}

export async function markFailed(
  tx: Queries,
  refund: QueuedRefund,
  message: string,
): Promise<boolean> {
  const failed = await tx
    .update(refunds)
    .set({
      status: "failed",
      lastError: message.slice(0, 500),
      refundId: null,
      declines: maxDeclines,
      ...endAttempt,
    })
    .where(hasLease(refund))
    .returning({ id: refunds.id });
  return failed.length > 0;
}

export async function sumReturned(tx: Queries, paymentId: string): Promise<Cents> {
  const [row] = await tx
    .select({ cents: sql<string>`coalesce(sum(${refunds.amountCents}), 0)` })
    .from(refunds)
    .where(
      and(eq(refunds.paymentId, paymentId), inArray(refunds.status, ["succeeded", "elsewhere"])),
    );
  return Number(row?.cents);
}

type Named = { id: string; intentId?: string | undefined; refundId?: string | undefined };

/** The refund that the provider's one belongs to; where that was made by hand, those of its payment. */
export async function findRefunds(db: Queries, { id, intentId, refundId }: Named) {
  const named = or(eq(refunds.refundId, id), refundId ? eq(refunds.id, refundId) : undefined);
  const rows = await db
    .select({
      ...columns,
      status: refunds.status,
      isNamed: sql<boolean>`coalesce(${named}, false)`,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(or(named, intentId ? eq(payments.intentId, intentId) : undefined));
  const ours = rows.filter(({ isNamed }) => isNamed);
  return ours.length > 0 ? ours : rows;
}

export async function makeRefundDue(db: Queries, id: string): Promise<void> {
  await db
    .update(refunds)
    .set({ nextTryAt: sql`now()` })
    .where(and(eq(refunds.id, id), isOpen));
}

export async function requeueRefund(db: Queries, { id, attempt }: QueuedRefund): Promise<boolean> {
  const requeued = await db
    .update(refunds)
    .set({
      status: "wanted",
      refundId: null,
      doneAt: null,
      askedAt: null,
      attempt: attempt + 1,
      declines: sql`${refunds.declines} + 1`,
      lastError: "It was refunded, but the customer's bank sent the money back",
      nextTryAt: sql`now()`,
    })
    .where(and(eq(refunds.id, id), eq(refunds.status, "succeeded"), eq(refunds.attempt, attempt)))
    .returning({ id: refunds.id });
  return requeued.length > 0;
}
