// The rows of refunds, and how processes share them: whoever takes one has it for a while, and what
// they write counts only as long as nobody else has taken it since.
import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { payments, refunds } from "./tables.ts";

/**
 * Nobody else takes it meanwhile: longer than the provider is waited for. A process that was killed
 * with it in hand holds it up so long.
 */
const lease = 120;
/** An attempt of which nothing was heard or seen for so long was not made. */
const lostAfter = 120;
const longestPause = 600;
/** Asking whether the provider is back costs little, and people wait for their money. */
const longestPauseAfterSilence = 60;
/** After a no, somebody has to do something at the provider, or the bank. */
const longestPauseAfterNo = 6 * 3_600;

export type QueuedRefund = {
  id: string;
  orderId: string;
  intentId: string;
  amount: number;
  refundId: string | null;
  tries: number;
  attempt: number;
  askedAt: Date | null;
  noes: number;
};

const columns = {
  id: refunds.id,
  orderId: refunds.orderId,
  intentId: sql<string>`${payments.intentId}`,
  amount: refunds.amountCents,
  refundId: refunds.refundId,
  tries: refunds.tries,
  attempt: refunds.attempt,
  askedAt: refunds.askedAt,
  noes: refunds.noes,
};

/** Takes one that is due, and keeps it from everybody else while it is being tried. */
export async function leaseRefund(db: Database): Promise<QueuedRefund | undefined> {
  const [taken] = await db
    .update(refunds)
    .set({
      tries: sql`${refunds.tries} + 1`,
      nextTryAt: sql`now() + make_interval(secs => ${lease})`,
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
  return taken;
}

/** Still to be done, and in the hands of who took it. */
const isStillOurs = ({ id, tries }: QueuedRefund) =>
  and(eq(refunds.id, id), eq(refunds.state, "wanted"), eq(refunds.tries, tries));

/**
 * Under which attempt it is asked for, stored before that is done; nothing where it is another's
 * now. What nobody heard of is asked for under the same, until it can be taken for lost.
 */
export async function startAttempt(db: Database, wanted: QueuedRefund) {
  const lost = sql`${refunds.askedAt} <= now() - make_interval(secs => ${lostAfter})`;
  const [asking] = await db
    .update(refunds)
    .set({
      attempt: sql`${refunds.attempt} + case when ${lost} then 1 else 0 end`,
      askedAt: sql`case when ${refunds.askedAt} is null or ${lost} then now()
        else ${refunds.askedAt} end`,
    })
    .where(isStillOurs(wanted))
    .returning({ attempt: refunds.attempt });
  const isRepeated = wanted.askedAt !== null && asking?.attempt === wanted.attempt;
  return asking && { ...asking, isRepeated };
}

type Putting = {
  says: string;
  /** Whether the provider answered; where it did, the next attempt is another. */
  answer: "none" | "some" | "no";
  refundId?: string | null;
};

/** Each time for longer. */
export async function postponeRefund(
  db: Database,
  wanted: QueuedRefund,
  { says, answer, refundId }: Putting,
) {
  const seconds = {
    none: Math.min(2 ** wanted.tries, longestPauseAfterSilence),
    some: Math.min(2 ** wanted.tries, longestPause),
    no: Math.min(2 ** (wanted.noes + 1), longestPauseAfterNo),
  }[answer];
  await db
    .update(refunds)
    .set({
      lastError: says.slice(0, 500),
      nextTryAt: sql`now() + make_interval(secs => ${seconds})`,
      ...(refundId !== undefined && { refundId }),
      ...(answer !== "none" && nextAttempt),
      ...(answer === "no" && { noes: sql`${refunds.noes} + 1` }),
    })
    .where(isStillOurs(wanted));
}

const nextAttempt = {
  attempt: sql`${refunds.attempt} + case when ${refunds.askedAt} is null then 0 else 1 end`,
  askedAt: null,
};

/** Why it was wanted; nothing where it is done already. */
export async function markRefunded(db: Queries, id: string, refundId: string) {
  const [done] = await db
    .update(refunds)
    .set({ state: "done", refundId, lastError: null, askedAt: null, doneAt: sql`now()` })
    .where(and(eq(refunds.id, id), eq(refunds.state, "wanted")))
    .returning({ reason: refunds.reason });
  return done;
}

/** The one that gives back the payment of this intent, or that goes by this name at the provider. */
export async function findRefund(db: Queries, of: { id: string; intentId?: string | undefined }) {
  const [row] = await db
    .select({ ...columns, state: refunds.state, settledNote: refunds.settledNote })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      or(eq(refunds.refundId, of.id), of.intentId ? eq(payments.intentId, of.intentId) : none),
    );
  return row;
}

const none: SQL = sql`false`;

export async function makeRefundDue(db: Queries, id: string): Promise<void> {
  await db
    .update(refunds)
    .set({ nextTryAt: sql`now()` })
    .where(and(eq(refunds.id, id), eq(refunds.state, "wanted")));
}

/** What was done is wanted again, because the bank sent it back. */
export async function requeueRefund(db: Queries, { id, attempt }: QueuedRefund): Promise<boolean> {
  const again = await db
    .update(refunds)
    .set({
      state: "wanted",
      refundId: null,
      doneAt: null,
      askedAt: null,
      attempt: attempt + 1,
      noes: sql`${refunds.noes} + 1`,
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
  return again.length > 0;
}
