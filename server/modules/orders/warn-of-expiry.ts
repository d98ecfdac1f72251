import { sql } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { defineSchedule } from "#server/platform/jobs/job.ts";

export const warnOfExpiryJob = (context: Context) =>
  defineSchedule({
    kind: "warn-of-expiry",
    title: "Write to customers whose parts are reserved for a few minutes more",
    everySeconds: 30,
    run: () => warnOfExpiry(context),
  });

/** Once for each order; a shorter reservation than this is not spoken of twice in its time. */
export async function warnOfExpiry({
  db,
  env,
  jobs,
}: Pick<Context, "db" | "env" | "jobs">): Promise<void> {
  const minutes = sql`make_interval(mins => ${env.RESERVATION_LETTER_MINUTES})`;
  await inTransaction(db, async (tx) => {
    const due = await queryRows<{ id: string; email: string }>(
      tx,
      sql`update orders set hold_letter_at = now() where id in (
          select id from orders
          where state = 'unpaid' and payment_state = 'unpaid' and user_id is not null
            and hold_letter_at is null and created_at < now() - ${minutes}
            and hold_until between now() + interval '1 minute' and now() + ${minutes}
          order by id limit 200 for update skip locked)
        returning id, email`,
    );
    for (const order of due) await addOrderLetter(tx, "hold-ending", order);
  });
  jobs.wake();
}
