import { sql } from "drizzle-orm";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { ShopEvent } from "./outbox.ts";

export type EventConsumer = {
  name: string;
  /** Effects written through `tx` happen exactly once per event. */
  handle(tx: Queries, events: ShopEvent[]): Promise<void>;
};

/** `id` is a bigint. */
type Row = Omit<ShopEvent, "id"> & { id: string; xid: string };

const batchSize = 200;

/** True if it is new: earlier events are not handed over. */
export async function addConsumer(
  db: Queries,
  { name }: Pick<EventConsumer, "name">,
): Promise<boolean> {
  const added = await queryRows(
    db,
    sql`insert into event_consumers (name, xid, event_id)
      values (${name}, pg_snapshot_xmin(pg_current_snapshot()), 0)
      on conflict do nothing returning name`,
  );
  return added.length > 0;
}

/**
 * Hands over the next events in the order of their transactions; an event waits while an older
 * transaction is open, so none is skipped. False when there are no more, or another process is at it.
 */
export async function consumeNext(db: Database, consumer: EventConsumer): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [position] = await queryRows<{ xid: string; event_id: string }>(
      tx,
      sql`select xid, event_id from event_consumers where name = ${consumer.name}
        for update skip locked`,
    );
    if (!position) return false;
    const rows = await queryRows<Row>(
      tx,
      sql`select xid, id, name, about, tags, data from outbox
        where (xid, id) > (${position.xid}::xid8, ${position.event_id}::bigint)
          and xid < pg_snapshot_xmin(pg_current_snapshot())
        order by xid, id limit ${batchSize}`,
    );
    const last = rows.at(-1);
    if (!last) return false;
    await consumer.handle(
      tx,
      rows.map(({ xid: _, ...event }) => ({ ...event, id: Number(event.id) })),
    );
    await tx.execute(sql`update event_consumers set xid = ${last.xid}::xid8, event_id = ${last.id}
      where name = ${consumer.name}`);
    return rows.length === batchSize;
  });
}
