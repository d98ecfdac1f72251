// Tables as a whole.
import { sql } from "drizzle-orm";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";

/** Those of orders, money and stock. */
const tables = [
  "order_sums",
  "orders",
  "order_lines",
  "payments",
  "refunds",
  "refund_lines",
  "document_counters",
  "documents",
  "shipments",
  "shipment_lines",
  "order_links",
  "order_notes",
  "returns",
  "return_lines",
  "core_movements",
  "losses",
  "loss_lines",
  "parts",
  "stock",
  "reservations",
  "inventory_movements",
];

/** Changes that the triggers would refuse, or follow. */
export const withoutTriggers = (db: Database, work: (tx: Queries) => Promise<unknown>) =>
  inTransaction(db, async (tx) => {
    for (const table of tables)
      await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
    await work(tx);
    for (const table of tables)
      await tx.execute(sql.raw(`alter table ${table} enable trigger user`));
  });

/** Answers a function that restores the tables. */
export async function saveTables({ db }: { db: Database }): Promise<() => Promise<unknown>> {
  const columns = new Map<string, string>();
  for (const table of tables) {
    await queryRows(db, sql.raw(`create table kept_${table} as table ${table}`));
    const [row] = await queryRows<{ list: string }>(
      db,
      sql`select string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
        where table_name = ${table} and is_generated = 'NEVER'`,
    );
    columns.set(table, row?.list ?? "");
  }
  return () =>
    withoutTriggers(db, async (tx) => {
      for (const table of tables.toReversed()) await queryRows(tx, sql.raw(`delete from ${table}`));
      for (const table of tables) {
        const list = columns.get(table);
        await tx.execute(
          sql.raw(`insert into ${table} (${list}) overriding system value
            select ${list} from kept_${table}`),
        );
      }
    });
}

/** What refers to one of these is emptied as well. */
const roots = [
  "parts",
  "stock",
  "inventory_movements",
  "reservations",
  "reviews",
  "users",
  "orders",
  "settings",
  "ledger_checks",
];

/**
 * As `truncate ... cascade`, which would write a new file for each table and index: nearly a
 * thousand. Only tables that have pages are read.
 */
const emptyRootsAndReferences = sql.raw(`do $$
  declare emptied oid[]; filled regclass;
  begin
    with recursive found(id) as (
      select unnest('{${roots}}'::regclass[])::oid
      union select conrelid from pg_constraint join found on confrelid = id where contype = 'f'
    ) select array_agg(id) into emptied from found;
    execute (
      select 'lock table ' || string_agg(id::regclass::text, ', ') || ' in access exclusive mode'
      from unnest(emptied) id
    );
    set local session_replication_role = replica;
    for filled in select id from unnest(emptied) id where pg_relation_size(id) > 0 loop
      execute 'delete from ' || filled;
    end loop;
    set local session_replication_role = origin;
  end $$`);

/** Gives up before PostgreSQL finds a deadlock with a background job, and while a letter is sent. */
export const emptyTables = (db: Database) =>
  inTransaction(db, async (tx) => {
    await tx.execute(sql`set local lock_timeout = '200ms'`);
    await tx.execute(emptyRootsAndReferences);
    await tx.execute(sql`delete from jobs where kind = 'letter' and lease is null`);
    // It would come to a test that waits for another one.
    const sending = await queryRows(tx, sql`select from jobs where kind = 'letter'`);
    if (sending.length > 0) throw new Error("A letter is being sent");
  });
