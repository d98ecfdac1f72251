import { sql } from "drizzle-orm";
import { defineRule, maxPerKind, type Rule, showMoney } from "./rule.ts";

const limit = maxPerKind + 1;

type Unbalanced = {
  about: string;
  name: string;
  due: string;
  charged: string;
  refunded: string;
  said: string;
  open: string;
  forfeited: string;
};

/** Charged = open + refunded + forfeited, and each of them is what orders and refunds say. */
export const coreRules: Rule[] = [
  defineRule<Unbalanced>(
    "deposit-differs",
    ({ order }) => sql`
      select l.order_id as about, l.name, l.due_cents as due, m.charged, m.refunded,
        l.refunded_cents as said, m.open, m.forfeited
      from order_lines l join orders o on o.id = l.order_id
        cross join lateral (
          select coalesce(sum(cents) filter (where kind = 'charged'), 0) as charged,
            coalesce(sum(case kind when 'refunded' then cents when 'restored' then -cents end), 0)
              as refunded,
            coalesce(sum(case kind when 'forfeited' then cents when 'reopened' then -cents end), 0)
              as forfeited,
            coalesce(sum(cents * core_sign(kind)), 0) as open
          from core_movements where order_line_id = l.id) m
      where ${order("l.order_id")} and l.kind = 'deposit'
        and (m.charged <> case when o.transaction_id is null then 0 else l.due_cents end
          or m.refunded <> l.refunded_cents or m.open < 0 or m.forfeited < 0
          or m.charged <> m.open + m.refunded + m.forfeited)
      limit ${limit}`,
    ({ name, due, charged, refunded, said, open, forfeited }) => ({
      says: `${name}: ${showMoney(charged)} of ${showMoney(due)} were charged, of which ${showMoney(refunded)} were refunded by the ledger and ${showMoney(said)} by the order; ${showMoney(forfeited)} are forfeited and ${showMoney(open)} open.`,
      remedy:
        "A deposit is charged when its order is paid, and ends by a refund or after its time. Compare the order's refunds with its deposits, and refund what is missing.",
    }),
  ),
];
