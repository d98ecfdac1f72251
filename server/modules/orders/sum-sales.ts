import { sql } from "drizzle-orm";
import type { BestSeller } from "#contract/overview.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { firstIdAt } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

type Span = { from: Date; to: Date };
type Sum = { count: number; cents: number };

/** Ids begin with the time, so the primary key answers this. */
export async function countPlaced(db: Queries, spans: readonly Span[]): Promise<number[]> {
  const from = sql.param(spans.map((span) => firstIdAt(span.from)));
  const to = sql.param(spans.map((span) => firstIdAt(span.to)));
  const rows = await queryRows<{ count: number }>(
    db,
    sql`
    select (select count(*)::int from orders where id >= span.first and id < span.next) as count
    from unnest(${from}::uuid[], ${to}::uuid[]) with ordinality span (first, next, place)
    order by place`,
  );
  return rows.map(({ count }) => count);
}

export async function sumPaid(db: Queries, spans: readonly Span[]): Promise<Sum[]> {
  const from = sql.param(spans.map((span) => span.from.toISOString()));
  const to = sql.param(spans.map((span) => span.to.toISOString()));
  const rows = await queryRows<{ count: number; cents: string }>(
    db,
    sql`
    select paid.count, paid.cents
    from unnest(${from}::timestamptz[], ${to}::timestamptz[]) with ordinality span (first, next, place),
      lateral (select count(*)::int as count, coalesce(sum(total_cents), 0) as cents from orders
        where paid_at >= span.first and paid_at < span.next) paid
    order by place`,
  );
  return rows.map(({ count, cents }) => ({ count, cents: Number(cents) }));
}

const mostSellers = 5;

const soldPieces = sql`sum(l.quantity - l.cancelled)::int`;

/** On account it is sold when it is ordered. Only lines of orders that may be in time are read. */
const isSoldIn = ({ from, to }: Span, unpaidDays: number) => sql`
  (o.due_on is null and o.paid_at >= ${from.toISOString()} and o.paid_at < ${to.toISOString()}
    or o.due_on is not null and o.id >= ${firstIdAt(from)} and o.id < ${firstIdAt(to)})
  and l.order_id >= ${firstIdAt(new Date(from.getTime() - unpaidDays * 86_400_000))}
  and (o.state = 'paid' or o.payment_state = 'account') and l.kind = 'part'`;

/** At least so long, as the setting may have been longer when they were ordered. */
const leastUnpaidDays = 30;

type Sold = Span & { closeDays: number };

/** `closeDays`: for how long an order may stay unpaid. */
export async function listBestSellers(
  db: Queries,
  { closeDays, ...span }: Sold,
): Promise<BestSeller[]> {
  return queryRows<BestSeller>(
    db,
    sql`
    with sold as (select l.part_id, max(l.name) as name, ${soldPieces} as pieces
      from orders o join order_lines l on l.order_id = o.id
      where ${isSoldIn(span, Math.max(leastUnpaidDays, closeDays))}
      group by l.part_id having sum(l.quantity - l.cancelled) > 0
      order by pieces desc, name limit ${mostSellers})
    select part_id as "_id", sold.name, pieces, coalesce(number, '') as number
    from sold left join parts on parts.id = part_id order by pieces desc, sold.name`,
  );
}

const popularMs = 90 * 86_400_000;

export async function countSold(
  db: Queries,
  parts: readonly string[],
  to: Date,
): Promise<Map<string, number>> {
  const span = { from: new Date(to.getTime() - popularMs), to };
  const rows = await queryRows<{ part: string; pieces: number }>(
    db,
    sql`select l.part_id as part, ${soldPieces} as pieces
    from order_lines l join orders o on o.id = l.order_id
    where l.part_id = any(${sql.param([...parts])}::uuid[]) and ${isSoldIn(span, leastUnpaidDays)}
    group by l.part_id`,
  );
  return new Map(rows.map(({ part, pieces }) => [part, pieces]));
}
