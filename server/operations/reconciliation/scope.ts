// What a check looks at: all that there ever was, or what changed of late and what was found to
// differ before, so that a difference is listed until it is mended.
import { sql } from "drizzle-orm";
import type { ReconciliationReport } from "#contract/reconciliation.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { firstIdAt } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

/** Checks come more often than this, so each change is looked at more than once. */
const lateMinutes = 15;
/** Of each kind of thing; a busier shop has the rest compared once a day. */
const mostOfLate = 10_000;

export type Scope = {
  full: boolean;
  /** By the database's clock, which is the same for every process. */
  now: Date;
  /** Orders and parts that earlier differences were about. */
  known: string[];
  /** Payments at the card provider that they were about. */
  knownIntents: string[];
  /** Parts of which the whole history is walked through, because something in it was broken. */
  brokenChains: string[];
  orders: string[];
  parts: string[];
  /** Movements of stock after this one. */
  afterPosition: string;
};

type Asked = {
  full: boolean;
  now: Date;
  before: Pick<ReconciliationReport, "differences" | "notes">;
};

export async function findScope(db: Queries, { full, now, before }: Asked): Promise<Scope> {
  const abouts = [...before.differences, ...before.notes].map(({ about }) => about);
  const known = [...new Set(abouts.filter(isUuid))];
  const knownIntents = [...new Set(abouts.filter((about) => about && !isUuid(about)))];
  const brokenChains = before.differences
    .filter(({ kind }) => kind === "stock-chain-broken")
    .map(({ about }) => about)
    .filter(isUuid);
  const late = full ? everything : await whatChangedOfLate(db, now, known);
  return { full, now, known, knownIntents, brokenChains, ...late };
}

type Late = Pick<Scope, "orders" | "parts" | "afterPosition">;

const everything: Late = { orders: [], parts: [], afterPosition: "0" };

async function whatChangedOfLate(db: Queries, now: Date, known: string[]): Promise<Late> {
  const bound = firstIdAt(new Date(now.getTime() - lateMinutes * 60_000));
  const [newest] = await queryRows<{ position: string }>(
    db,
    sql`
    select coalesce(max(position) filter (where created_at < ${since}), min(position) - 1, 0)
      as position
    from (select position, created_at from stock_movements
      order by position desc limit ${mostOfLate}) movement`,
  );
  const afterPosition = newest?.position ?? "0";
  const orders = await queryRows<{ id: string }>(
    db,
    sql`
    (select id from orders where id >= ${bound} order by id desc limit ${mostOfLate})
    union (select order_id from payments where id >= ${bound} order by id desc limit ${mostOfLate})
    union (select order_id from payments
      where settled_at >= ${since}
      order by settled_at desc limit ${mostOfLate})
    union (select order_id from refunds where id >= ${bound} order by id desc limit ${mostOfLate})
    union (select order_id from refunds where state = 'wanted' limit ${mostOfLate})
    union (select order_id from stock_movements
      where position > ${afterPosition} and order_id is not null)
    union (select id from orders where id = any(${uuidArray(known)}))`,
  );
  const ids = orders.map(({ id }) => id);
  const parts = await queryRows<{ id: string }>(
    db,
    sql`
    select part_id as id from orders where id = any(${uuidArray(ids)})
    union select part_id from stock_movements where position > ${afterPosition}
    union select id from parts where id >= ${bound}
    union select unnest(${uuidArray(known)})`,
  );
  return { orders: ids, parts: parts.map(({ id }) => id), afterPosition };
}

const since = sql`now() - make_interval(mins => ${lateMinutes})`;

/** A list of ids, as one value. */
export function uuidArray(ids: readonly string[]) {
  return sql`${sql.param(ids)}::uuid[]`;
}

function isUuid(about: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(about);
}
