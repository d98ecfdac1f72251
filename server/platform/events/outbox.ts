import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { outbox } from "./tables.ts";

export type EventInput = {
  name: string;
  about: string;
  tags: readonly string[];
  /** New values. Tabs that show a thing are told those of public ones. */
  data?: Record<string, unknown>;
  byUser?: string | null;
};

export type ShopEvent = {
  id: number;
  name: string;
  about: string;
  tags: string[];
  data: Record<string, unknown>;
};

export async function storeEvents(tx: Queries, events: readonly EventInput[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ tags, data = {}, ...rest }) => ({ ...rest, tags: [...tags], data }));
  await tx.insert(outbox).values(rows);
}

/** The same for a statement that makes the change: `events` selects name, about, tags and data. */
export const insertEvents = (events: SQL) => sql`
  insert into outbox (name, about, tags, data) ${events}`;

/** After a restore: numbers of transactions of another database mean nothing in this one. */
export async function renumberOutbox(tx: Pick<Queries, "execute">): Promise<void> {
  await tx.execute(sql`delete from outbox where not exists (
    select from event_consumers c where (c.xid, c.event_id) < (outbox.xid, outbox.id))`);
  await tx.execute(sql`update outbox set xid = '1'`);
  await tx.execute(sql`update event_consumers set xid = '0', event_id = 0`);
}
