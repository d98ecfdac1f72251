import { sql } from "drizzle-orm";
import type { StuckRefund } from "#contract/overview.ts";
import { toDollars } from "#contract/rules/money.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

type Span = { from: Date; to: Date };

/** In cents, by the time at which the money went back. */
export async function sumRefunded(db: Queries, spans: readonly Span[]): Promise<number[]> {
  const from = sql.param(spans.map((span) => span.from.toISOString()));
  const to = sql.param(spans.map((span) => span.to.toISOString()));
  const rows = await queryRows<{ cents: string }>(
    db,
    sql`
    select (select coalesce(sum(amount_cents), 0) from refunds
      where done_at >= span.first and done_at < span.next) as cents
    from unnest(${from}::timestamptz[], ${to}::timestamptz[]) with ordinality span (first, next, place)
    order by place`,
  );
  return rows.map(({ cents }) => Number(cents));
}

const triesBeforeStuck = 3;
const mostListed = 20;

export async function listStuckRefunds(db: Queries): Promise<StuckRefund[]> {
  const rows = await queryRows<{
    order: string;
    number: string | null;
    cents: string;
    tries: number;
  }>(
    db,
    sql`
    select r.order_id as "order", o.number, r.amount_cents as cents, r.tries
    from refunds r join orders o on o.id = r.order_id
    where r.status in ('wanted', 'asked') and (r.declines > 0 or r.tries >= ${triesBeforeStuck})
    order by r.id limit ${mostListed}`,
  );
  return rows.map(({ number, cents, ...row }) => ({
    ...row,
    number: number === null ? null : Number(number),
    amount: toDollars(Number(cents)),
  }));
}
