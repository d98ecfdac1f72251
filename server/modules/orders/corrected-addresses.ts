import { and, eq, inArray, sql } from "drizzle-orm";
import type { OwnData } from "#contract/own-data.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { OrderRow } from "./move-order.ts";
import { correctedAddresses, type Destination, orders } from "./tables.ts";

type Correction = { id: string; order: OrderRow; after: Destination };

export const destinationOf = ({ name, phone, address, shipTo }: OrderRow): Destination => ({
  name,
  phone,
  address,
  shipTo,
});

/** Of an order whose account is deleted, no former address is kept, so no correction can be undone. */
export const isUndoKept = ({ userId }: OrderRow): boolean => userId !== null;

export async function keepCorrection(tx: Queries, { id, order, after }: Correction) {
  if (!order.userId) return;
  const before = destinationOf(order);
  const kept = { id, orderId: order.id, userId: order.userId, before, after };
  await tx.insert(correctedAddresses).values(kept);
}

export async function findCorrection(tx: Queries, id: string) {
  const [row] = await tx.select().from(correctedAddresses).where(eq(correctedAddresses.id, id));
  return row;
}

export async function findUndoableCorrections(
  db: Queries,
  ids: readonly string[],
): Promise<string[]> {
  const { id, after, orderId } = correctedAddresses;
  const rows = await db
    .select({ id })
    .from(correctedAddresses)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(
      and(
        inArray(id, [...ids]),
        sql`not ${isOver}`,
        sql`${after} = jsonb_build_object('name', ${orders.name}, 'phone', ${orders.phone},
          'address', ${orders.address}, 'shipTo', ${orders.shipTo})`,
      ),
    );
  return rows.map((row) => row.id);
}

const isOver = sql`(${orders.state} in ('cancelled', 'refunding', 'refunded')
  or ${orders.fulfilmentState} not in ('none', 'packed'))`;

export async function readOwnCorrections(
  db: Queries,
  userId: string,
): Promise<OwnData["correctedAddresses"]> {
  const rows = await db
    .select({ number: orders.number, before: correctedAddresses.before, at: correctedAddresses.at })
    .from(correctedAddresses)
    .innerJoin(orders, eq(orders.id, correctedAddresses.orderId))
    .where(eq(correctedAddresses.userId, userId))
    .orderBy(correctedAddresses.at);
  return rows.map(({ number, before: { name, phone, address }, at }) => ({
    order: number,
    name,
    phone,
    address,
    correctedAt: at.toISOString(),
  }));
}

const keptDays = 90;

/** Of what was cancelled or has left, no correction can be undone. */
export async function deleteOldCorrections(db: Queries): Promise<void> {
  await db.execute(sql`delete from ${correctedAddresses} using ${orders}
    where ${orders.id} = ${correctedAddresses.orderId}
      and (${correctedAddresses.at} < shop_now() - make_interval(days => ${keptDays})
        or ${isOver})`);
}
