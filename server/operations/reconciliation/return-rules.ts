import { sql } from "drizzle-orm";
import { defineRule, maxPerKind, partsPerPiece, type Rule, showMoney } from "./rule.ts";

const limit = maxPerKind + 1;

type Returned = { about: string; name: string; counted: number; inspected: number };
type Booked = {
  about: string;
  number: string;
  name: string;
  restocked: number;
  scrapped: number;
  back: number;
  off: number;
};
type Refunded = { about: string; number: string; amount: string; lines: string };

/** What was returned, what is in stock again, and what was refunded for it are the same pieces. */
export const returnRules: Rule[] = [
  defineRule<Returned>(
    "returned-differs",
    ({ order }) => sql`
      select l.order_id as about, l.name, l.returned as counted,
        coalesce(back.pieces, 0)::int as inspected
      from order_lines l left join (
        select r.order_line_id, sum(r.restocked + r.scrapped) as pieces
        from return_lines r join returns on returns.id = r.return_id
        where ${order("returns.order_id")} group by r.order_line_id) back
        on back.order_line_id = l.id
      where ${order("l.order_id")} and l.kind = 'part' and l.returned <> coalesce(back.pieces, 0)
      limit ${limit}`,
    ({ name, counted, inspected }) => ({
      says: `${counted} of ${name} are said to have come back, but returns were inspected with ${inspected}.`,
      remedy:
        "One of them was changed by hand. Compare the order's returns with the goods, and put the other figure right.",
    }),
  ),
  defineRule<Booked>(
    "return-not-in-stock",
    ({ order }) => sql`
      select returns.order_id as about, returns.number, l.name, r.restocked, r.scrapped,
        coalesce(moved.back, 0)::float as back, coalesce(moved.off, 0)::float as off
      from returns join return_lines r on r.return_id = returns.id
        join order_lines l on l.id = r.order_line_id
        left join lateral (
          select sum(on_hand_change) filter (where reason = 'return') / ${partsPerPiece}::numeric as back,
            -sum(on_hand_change) filter (where reason = 'scrap') / ${partsPerPiece}::numeric as off
          from inventory_movements m
          where m.source_id = returns.id and m.order_line_id = r.order_line_id) moved on true
      where ${order("returns.order_id")} and l.kind = 'part'
        and (r.restocked + r.scrapped, r.scrapped)
          is distinct from (coalesce(moved.back, 0), coalesce(moved.off, 0))
      limit ${limit}`,
    ({ number, name, restocked, scrapped, back, off }) => ({
      says: `By return ${number}, ${restocked} of ${name} went back to the shelf and ${scrapped} were written off, but the movements of stock say ${back - off} and ${off}.`,
      remedy: "Count what is on the shelf, and correct the stock on the product's page.",
    }),
  ),
  defineRule<Refunded>(
    "return-refund-differs",
    ({ order }) => sql`
      select returns.order_id as about, returns.number, f.amount_cents as amount,
        coalesce(lines.cents, 0) as lines
      from returns join refunds f on f.id = returns.refund_id
        left join lateral (select sum(amount_cents) as cents from refund_lines
          where refund_id = f.id) lines on true
      where ${order("returns.order_id")}
        and (f.order_id <> returns.order_id or f.request_key is distinct from returns.id
          or f.amount_cents <> coalesce(lines.cents, 0))
      limit ${limit}`,
    ({ number, amount, lines }) => ({
      says: `Return ${number} was refunded with ${showMoney(amount)}, but its lines come to ${showMoney(lines)}.`,
      remedy: "Compare the refund in the order's history with the return, and settle the rest.",
    }),
  ),
];
