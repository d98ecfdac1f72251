// Processes share the queue by leases: what a process writes counts only while its lease does.
import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { payments, refunds } from "./tables.ts";

/** Longer than a request to the provider may take. */
const leaseSeconds = 120;
/** Without a response for so long, the attempt did not reach the provider. */
const attemptLostAfterSeconds = 120;

export type QueuedRefund = {
  id: string;
  orderId: string;
  intentId: string;
  amount: number;
  refundId: string | null;
  tries: number;
  attempt: number;
  askedAt: Date | null;
  declines: number;
};

export type RefundOutcome =
  | { is: "done"; refundId: string }
  | { is: "pending"; refundId: string; message: string }
  | { is: "declined"; message: string }
  /** The provider failed. Its list of refunds shows whether this one was made. */
  | { is: "failed"; message: string }
  /** No response: the same attempt is sent again. */
  | { is: "unanswered"; message: string }
  | { is: "lease-lost" };

const columns = {
  id: refunds.id,
  orderId: refunds.orderId,
  intentId: sql<string>`${payments.intentId}`,
  amount: refunds.amountCents,
  refundId: refunds.refundId,
  tries: refunds.tries,
  attempt: refunds.attempt,
  askedAt: refunds.askedAt,
  declines: refunds.declines,
};

export async function leaseRefund(db: Database): Promise<QueuedRefund | undefined> {
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
        sql`${refunds.id} = (select id from refunds where state = 'wanted' and next_try_at <= now()
          order by next_try_at limit 1 for update skip locked)`,
      ),
    )
    .returning(columns);
  return leased;
}

const hasLease = ({ id, tries }: QueuedRefund) =>
  and(eq(refunds.id, id), eq(refunds.state, "wanted"), eq(refunds.tries, tries));

/**
 * Stores the attempt before the provider is asked, or returns undefined where the lease is lost. An
 * unanswered attempt is repeated under its number until it counts as lost.
 */
export async function startAttempt(db: Database, refund: QueuedRefund) {
  const isLost = sql`${refunds.askedAt} <= now()
    - make_interval(secs => ${attemptLostAfterSeconds})`;
  const [started] = await db
    .update(refunds)
    .set({
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
      ...(outcome.is !== "unanswered" && endAttempt),
      ...(outcome.is === "declined" && {
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

/** Returns the reason of the refund, or undefined where it was done before. */
export async function markRefunded(db: Queries, id: string, refundId: string) {
  const [done] = await db
    .update(refunds)
    .set({ state: "done", refundId, lastError: null, askedAt: null, doneAt: sql`now()` })
    .where(and(eq(refunds.id, id), eq(refunds.state, "wanted")))
    .returning({ reason: refunds.reason });
  return done;
}

export async function findRefund(
  db: Queries,
  { id, intentId }: { id: string; intentId?: string | undefined },
) {
  const [row] = await db
    .select({ ...columns, state: refunds.state, settledNote: refunds.settledNote })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(or(eq(refunds.refundId, id), intentId ? eq(payments.intentId, intentId) : undefined));
  return row;
}

export async function makeRefundDue(db: Queries, id: string): Promise<void> {
  await db
    .update(refunds)
    .set({ nextTryAt: sql`now()` })
    .where(and(eq(refunds.id, id), eq(refunds.state, "wanted")));
}

/** After the customer's bank returned the money. */
export async function requeueRefund(db: Queries, { id, attempt }: QueuedRefund): Promise<boolean> {
  const requeued = await db
    .update(refunds)
    .set({
      state: "wanted",
      refundId: null,
      doneAt: null,
      askedAt: null,
      attempt: attempt + 1,
      declines: sql`${refunds.declines} + 1`,
      lastError: "It was refunded, but the customer's bank sent the money back",
      nextTryAt: sql`now()`,
    })
    .where(
      and(
        eq(refunds.id, id),
        eq(refunds.state, "done"),
        eq(refunds.attempt, attempt),
        isNull(refunds.settledNote),
      ),
    )
    .returning({ id: refunds.id });
  return requeued.length > 0;
}
