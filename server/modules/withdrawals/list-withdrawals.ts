import { and, asc, desc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { HandlerInput } from "#contract/call.ts";
import type { Withdrawal, withdrawalCalls } from "#contract/withdrawals.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { toReceipt } from "./state-withdrawal.ts";
import { type WithdrawalRow, withdrawals } from "./tables.ts";

type Filters = HandlerInput<typeof withdrawalCalls.list>["query"];

export async function listWithdrawals(
  db: Queries,
  { limit = 50, after, view, q, sort = "number-down" }: Filters,
): Promise<Withdrawal[]> {
  const isDown = sort === "number-down";
  const follows = after && (isDown ? lt(withdrawals.id, after) : gt(withdrawals.id, after));
  const rows = await db
    .select()
    .from(withdrawals)
    .where(
      and(
        view === "open" ? eq(withdrawals.answered, false) : undefined,
        q ? contains(q) : undefined,
        follows || undefined,
      ),
    )
    .orderBy(isDown ? desc(withdrawals.id) : asc(withdrawals.id))
    .limit(limit);
  return rows.map(present);
}

function contains(q: string): SQL | undefined {
  const { number, name, email, orderNumber, goods } = withdrawals;
  const text = sql`lower(concat_ws(' ', ${number}, ${name}, ${email}, ${orderNumber}, ${goods}))`;
  const words = q.split(/\s+/).filter((word) => word !== "");
  return and(...words.map((word) => sql`strpos(${text}, lower(${word})) > 0`));
}

function present(row: WithdrawalRow): Withdrawal {
  const { id, orderId, returnId, answered, confirmedAt } = row;
  const isConfirmed = confirmedAt !== null;
  return { _id: id, ...toReceipt(row), order: orderId, return: returnId, answered, isConfirmed };
}
