import { sql } from "drizzle-orm";
import type { ReconciliationReport } from "#contract/reconciliation.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { firstIdAt } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

/** Longer than the interval between checks, so that none is missed. */
const recentMinutes = 15;
const maxRecent = 10_000;

export type Scope = {
  full: boolean;
  now: Date;
  known: string[];
  knownIntents: string[];
  orders: string[];
  parts: string[];
};

type Input = {
  full: boolean;
  now: Date;
  before: Pick<ReconciliationReport, "differences" | "notes">;
};

export async function findScope(db: Queries, { full, now, before }: Input): Promise<Scope> {
  // Numbers of documents may be about a series.
  const abouts = [...before.differences, ...before.notes].flatMap(({ kind, about }) =>
    kind === "document-numbers" && !isUuid(about) ? [] : [about],
  );
  const known = [...new Set(abouts.filter(isUuid))];
  const knownIntents = [...new Set(abouts.filter((about) => about && !isUuid(about)))];
  const recent = full ? everything : await findRecent(db, now, known);
  return { full, now, known, knownIntents, ...recent };
}

type Recent = Pick<Scope, "orders" | "parts">;

const everything: Recent = { orders: [], parts: [] };

async function findRecent(db: Queries, now: Date, known: string[]): Promise<Recent> {
  const bound = firstIdAt(new Date(now.getTime() - recentMinutes * 60_000));
  const [newest] = await queryRows<{ id: string }>(
    db,
    sql`
    select coalesce(max(id) filter (where created_at < ${since}), min(id) - 1, 0) as id
    from (select id, created_at from inventory_movements
      order by id desc limit ${maxRecent}) movement`,
  );
  const afterMovement = newest?.id ?? "0";
  const orders = await queryRows<{ id: string }>(
    db,
    sql`
    (select id from orders where id >= ${bound} order by id desc limit ${maxRecent})
    union (select order_id from payments where id >= ${bound} order by id desc limit ${maxRecent})
    union (select order_id from payments
      where settled_at >= ${since}
      order by settled_at desc limit ${maxRecent})
    union (select order_id from refunds where id >= ${bound} order by id desc limit ${maxRecent})
    union (select order_id from refunds where status in ('wanted', 'asked') limit ${maxRecent})
    union (select p.order_id from account_receipts r join payments p on p.id = r.payment_id
      where r.id >= ${bound} order by r.id desc limit ${maxRecent})
    union (select order_id from documents where id >= ${bound} order by id desc limit ${maxRecent})
    union (select l.order_id from inventory_movements m join order_lines l on l.id = m.order_line_id
      where m.id > ${afterMovement})
    union (select id from orders where id = any(${uuidArray(known)}))`,
  );
  const ids = orders.map(({ id }) => id);
  const parts = await queryRows<{ id: string }>(
    db,
    sql`
    select part_id as id from order_lines where order_id = any(${uuidArray(ids)})
      and part_id is not null
    union select part_id from inventory_movements where id > ${afterMovement}
    union select id from parts where id >= ${bound}
    union select unnest(${uuidArray(known)})`,
  );
  return { orders: ids, parts: parts.map(({ id }) => id) };
}

const since = sql`now() - make_interval(mins => ${recentMinutes})`;

export function uuidArray(ids: readonly string[]) {
  return sql`${sql.param(ids)}::uuid[]`;
}

function isUuid(about: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(about);
}
