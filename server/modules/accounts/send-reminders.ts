import { eq, sql } from "drizzle-orm";
import { openCents } from "#contract/rules/account-credit.ts";
import { describeBankAccount, findBankAccount } from "#contract/rules/bank-account.ts";
import { formatCents } from "#contract/rules/money.ts";
import type { Context } from "#server/context.ts";
import { openOf } from "#server/modules/companies/store.ts";
import type { LetterWriter } from "#server/modules/letters/letter-writer.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import { makeOrderAddress } from "#server/modules/orders/order-links.ts";
import { orders } from "#server/modules/orders/tables.ts";
import { recordReminders } from "#server/modules/payments/account-payments.ts";
import { payments } from "#server/modules/payments/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { defineSchedule } from "#server/platform/jobs/job.ts";
import type { Fact } from "#server/platform/mail/write-letter.ts";
import { todayIn } from "./days.ts";

export const remindOfAccountsJob = (context: Context) =>
  defineSchedule({
    kind: "remind-of-accounts",
    title: "Remind companies once a day of what is overdue on account",
    everySeconds: 86_400,
    run: () => remindOfAccounts(context),
  });

/** Today counts as reminded, so a run that is repeated writes nothing again. */
export async function remindOfAccounts(context: Context): Promise<void> {
  const { db, clock, jobs, settings } = context;
  const { company, holds } = await settings();
  const today = todayIn(company.timeZone, clock.now());
  await inTransaction(db, async (tx) => {
    const due = await queryRows<{ id: string; payment: string; email: string }>(
      tx,
      sql`select o.id, p.id as payment, coalesce(u.email, o.email) as email
        from payments p join orders o on o.id = p.order_id left join users u on u.id = o.user_id
        where p.method = 'account' and ${openOf} > 0 and o.due_on < ${today}
          and p.reminders < ${holds.reminders}
          and (p.reminded_on is null or p.reminded_on <= ${today}::date - ${holds.reminderDays}::int)
        order by p.id for update of p`,
    );
    await recordReminders(
      tx,
      due.map(({ payment }) => payment),
      today,
    );
    for (const order of due) await addOrderLetter(tx, "account-reminder", order);
  });
  jobs.wake();
}

const days = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

type Options = { db: Queries; origin: string; shopName: string } & Pick<Context, "settings">;

export function reminderLetters(options: Options): Record<string, LetterWriter> {
  const { db, origin, shopName, settings } = options;
  return {
    "account-reminder": async (to, id) => {
      if (!id) return undefined;
      const [found] = await db
        .select({ payment: payments, order: orders })
        .from(payments)
        .innerJoin(orders, eq(orders.transactionId, payments.intentId))
        .where(eq(orders.id, id));
      const open = found ? openCents(found.payment) : 0;
      if (!found?.order.dueOn || open <= 0) return undefined;
      const { order } = found;
      const bank = findBankAccount((await settings()).company, shopName);
      return {
        kind: "account-reminder",
        to: to.email,
        values: {
          number: `${order.number}`,
          open: `$${formatCents(open)}`,
          due: days.format(new Date(`${order.dueOn}`)),
          contact: `${origin}/contact`,
        },
        facts: [
          ["Order", `${order.number}`],
          ["Open", `$${formatCents(open)}`],
          ...(bank ? describeBankAccount(bank) : []),
          ...(bank ? [["Reference", `Order ${order.number}`] satisfies Fact] : []),
        ],
        link: {
          label: "See the order and its invoice",
          href: await makeOrderAddress(db, { origin, to }, order),
        },
      };
    },
  };
}
