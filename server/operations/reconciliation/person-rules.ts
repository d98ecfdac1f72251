import { sql } from "drizzle-orm";
import { defineRule, maxPerKind, type Rule, showMoney } from "./rule.ts";
import { uuidArray } from "./scope.ts";

const limit = maxPerKind + 1;

type Sums = { about: string; name: string; orders: number; spent: string; kept: string };

/** What the list of people is sorted by is what their orders come to. */
export const personRules: Rule[] = [
  defineRule<Sums & { keptOrders: number }>(
    "order-sums-differ",
    ({ scope }) => sql`
      select u.id as about, u.name, o.orders, o.spent, s.orders as "keptOrders",
        s.spent_cents as kept
      from users u left join order_sums s on s.user_id = u.id
        cross join lateral (select count(*)::int as orders,
            coalesce(sum(spent_cents(paid_at, total_cents, refunded_cents)), 0) as spent
          from orders where user_id = u.id) o
      where ${
        scope.full
          ? sql`true`
          : sql`u.id in (select user_id from orders where id = any(${uuidArray(scope.orders)})
              union select unnest(${uuidArray(scope.known)}))`
      } and (s.orders, s.spent_cents) is distinct from (o.orders, o.spent)
      limit ${limit}`,
    ({ about, name, orders, spent, keptOrders, kept }) => ({
      says: `The list of people has ${name} with ${keptOrders ?? 0} orders and ${showMoney(kept ?? 0)} spent, but there are ${orders} orders and ${showMoney(spent)} were paid and not refunded.`,
      remedy: `Keep what the orders come to: \`insert into order_sums (user_id, orders, spent_cents) values ('${about}', ${orders}, ${spent}) on conflict (user_id) do update set orders = excluded.orders, spent_cents = excluded.spent_cents\``,
    }),
  ),
];
