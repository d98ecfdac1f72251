// The ledger of core deposits: charged = open + refunded + forfeited, for each line.
import { type SQL, sql } from "drizzle-orm";
import type { Deposit } from "#contract/deposits.ts";
import { toDollars } from "#contract/rules/money.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

export type CoreBalance = {
  line: string;
  order: string;
  orderNumber: string | null;
  customer: string;
  email: string;
  partNumber: string;
  part: string;
  pieces: number;
  openPieces: number;
  received: number;
  charged: string;
  open: string;
  refunded: string;
  forfeited: string;
  /** When the last piece of the part was sent; null while one is still to be sent. */
  sentAt: Date | string | null;
  /** Of the part: sent, and with the customer. */
  kept: number;
  /** Old parts in returns that are not closed, and parts that are on their way back. */
  asked: number;
};

/** `which`: conditions on l (the deposit's line), o (its order) and m (its sums). */
export function findBalances(db: Queries, which: SQL, limit: number): Promise<CoreBalance[]> {
  return queryRows<CoreBalance>(
    db,
    sql`select l.id as line, o.id as "order", o.number as "orderNumber", o.name as customer,
        o.email, part.part_number as "partNumber", part.name as part, l.quantity as pieces,
        m.*, sent.at as "sentAt", part.shipped - part.returned - part.lost as kept,
        asked.pieces as asked
      from order_lines l join orders o on o.id = l.order_id
        join order_lines part on part.id = l.parent_id
        cross join lateral (
          select coalesce(sum(cents) filter (where kind = 'charged'), 0) as charged,
            coalesce(sum(quantity) filter (where kind = 'received'), 0)::int as received,
            coalesce(sum(case kind when 'refunded' then cents when 'restored' then -cents end), 0)
              as refunded,
            coalesce(sum(case kind when 'forfeited' then cents when 'reopened' then -cents end), 0)
              as forfeited,
            coalesce(sum(cents * core_sign(kind)), 0) as open,
            greatest(0, coalesce(sum(quantity * core_sign(kind)), 0))::int as "openPieces"
          from core_movements where order_line_id = l.id) m
        cross join lateral (
          select case when part.shipped > 0
              and part.quantity - part.cancelled - part.shipped + part.replaced = 0
            then coalesce(max(s.shipped_at), o.paid_at, o.created_at) end as at
          from shipment_lines sl join shipments s on s.id = sl.shipment_id
          where sl.order_line_id = part.id) sent
        cross join lateral (
          select coalesce(sum(case r.state when 'received' then rl.received
              when 'inspected' then rl.restocked + rl.scrapped else rl.quantity end), 0)::int
            as pieces
          from return_lines rl join returns r on r.id = rl.return_id
          where rl.order_line_id in (l.id, part.id)
            and r.state in ('requested', 'approved', 'received', 'inspected')) asked
      where l.kind = 'deposit' and o.transaction_id is not null and m.charged > 0 and ${which}
      order by l.id desc limit ${limit}`,
  );
}

/** Whose old part can be announced: the part was sent, and its deposit is open. */
export function returnableCores({ openPieces, kept, asked, open }: CoreBalance): number {
  return Number(open) > 0 ? Math.max(0, Math.min(openPieces, kept) - asked) : 0;
}

export function presentBalance(row: CoreBalance, coreDays: number): Deposit {
  const { line, order, customer, email, partNumber, part, pieces, openPieces, received } = row;
  const dollars = (cents: string) => toDollars(Number(cents));
  const isOpen = Number(row.open) > 0;
  return {
    _id: line,
    order,
    customer,
    email,
    partNumber,
    part,
    pieces,
    received,
    orderNumber: Number(row.orderNumber ?? 0),
    openPieces: isOpen ? openPieces : 0,
    charged: dollars(row.charged),
    open: dollars(row.open),
    refunded: dollars(row.refunded),
    forfeited: dollars(row.forfeited),
    until: isOpen && row.sentAt ? forfeitTime(new Date(row.sentAt), coreDays).toISOString() : null,
    returnable: returnableCores(row),
  };
}

function forfeitTime(sentAt: Date, coreDays: number): Date {
  return new Date(sentAt.getTime() + coreDays * 86_400_000);
}
