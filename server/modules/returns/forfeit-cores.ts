import { sql } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import { lockOrder } from "#server/modules/orders/move-order.ts";
import { storeOrderEvent } from "#server/modules/orders/order-event.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import { defineSchedule } from "#server/platform/jobs/job.ts";
import { type CoreBalance, findBalances } from "./core-balances.ts";
import { coreMovements } from "./tables.ts";

const batchSize = 200;

export const forfeitCoresJob = (context: Context) =>
  defineSchedule({
    kind: "forfeit-cores",
    title: "Keep the core deposits whose old parts did not come in time",
    everySeconds: 3_600,
    run: ({ signal }) => forfeitDueCores(context, signal),
  });

export async function forfeitDueCores(context: Context, signal?: AbortSignal): Promise<void> {
  const { coreDays } = (await context.settings()).returns;
  const bound = new Date(context.clock.now().getTime() - coreDays * 86_400_000).toISOString();
  const isDue = sql`m.open > 0 and asked.pieces = 0 and sent.at < ${bound}::timestamptz`;
  for (const { line, order } of await findBalances(context.db, isDue, batchSize)) {
    if (signal?.aborted) return;
    await retryOnConflict(() =>
      inTransaction(context.db, async (tx) => {
        const locked = await lockOrder(tx, order);
        // Read again under the lock of the order.
        const [now] = await findBalances(tx, sql`l.id = ${line} and ${isDue}`, 1);
        if (!locked || !now) return;
        await tx.insert(coreMovements).values(toForfeit(now));
        await storeOrderEvent(tx, "order.deposit-forfeited", locked);
      }),
    );
  }
}

function toForfeit({ line, open, openPieces }: CoreBalance) {
  return {
    orderLineId: line,
    kind: "forfeited" as const,
    quantity: openPieces,
    cents: Number(open),
    sourceId: newId(),
  };
}
