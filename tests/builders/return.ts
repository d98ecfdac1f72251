// Returns and deposits, changed behind the shop's back.
import { eq, inArray, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { orderLines } from "#server/modules/orders/tables.ts";
import { coreMovements, returnLines } from "#server/modules/returns/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";

type Which = { _id: string };

export const changeReturnLines = (
  db: Queries,
  { _id }: Which,
  changed: PgUpdateSetSource<typeof returnLines>,
) => db.update(returnLines).set(changed).where(eq(returnLines.returnId, _id));

/** One cent more was charged for each deposit of the order than was due. */
export const changeCores = (db: Queries, { _id }: Which) =>
  db
    .update(coreMovements)
    .set({ cents: sql`cents + 1` })
    .where(
      inArray(
        coreMovements.orderLineId,
        db.select({ id: orderLines.id }).from(orderLines).where(eq(orderLines.orderId, _id)),
      ),
    );
