import { sql } from "drizzle-orm";
import { defineRule, maxPerKind, type Rule, showMinute } from "./rule.ts";
import { uuidArray } from "./scope.ts";

const limit = maxPerKind + 1;

type Moved = {
  about: string;
  state: string;
  product: string;
  part: string;
  quantity: number;
  taken: number;
  returned: number;
};
type Chain = {
  about: string;
  position: string;
  name: string | null;
  before: number;
  change: number;
  after: number;
};

export const stockRules: Rule[] = [
  defineRule<{ about: string; name: string; available: number; after: number | null }>(
    "stock-unaccounted",
    ({ part }) => sql`
      select parts.id as about, parts.name, availabl_quantity as available, last.after
      from parts left join lateral (select after from stock_movements m
        where m.part_id = parts.id order by position desc limit 1) last on true
      where ${part("parts.id")} and availabl_quantity is distinct from last.after
      limit ${limit}`,
    ({ about, name, available, after }) => ({
      says: `${name}: ${available} are said to be there, but by the movements of stock it should be ${after ?? 0}.`,
      remedy: `Count what is on the shelf. If ${available} is right, account for it: \`insert into stock_movements (part_id, change, after, reason) values ('${about}', ${available - (after ?? 0)}, ${available}, 'counted')\``,
    }),
  ),
  defineRule<Chain>(
    "stock-chain-broken",
    ({ scope }) => sql`
      select m.part_id as about, m.position, parts.name, coalesce(previous.after, 0) as before,
        m.change, m.after
      from stock_movements m
        left join parts on parts.id = m.part_id
        left join lateral (select after from stock_movements p
          where p.part_id = m.part_id and p.position < m.position
          order by p.position desc limit 1) previous on true
      where (${scope.full} or m.position > ${scope.afterPosition}
          or m.part_id = any(${uuidArray(scope.brokenChains)}))
        and coalesce(previous.after, 0) + m.change <> m.after
      order by m.position limit ${limit}`,
    ({ name, position, before, change, after }) => ({
      says: `${name ?? "A part that is gone"}: movement ${position} changes ${before} by ${change} and comes to ${after}, which does not add up.`,
      remedy: `A movement was changed or removed by hand. Count what is on the shelf. If the shop's number is right: \`update stock_movements set change = ${after - before} where position = ${position}\``,
    }),
  ),
  defineRule<Moved>(
    "stock-not-taken",
    ({ order }) => sql`
      select * from (
        select o.id as about, o.state, o.product_name as product, o.part_id as part, o.quantity,
          exists (select from parts where parts.id = o.part_id) as "isThere",
          coalesce(-sum(m.change) filter (where m.change < 0), 0)::int as taken,
          coalesce(sum(m.change) filter (where m.change > 0), 0)::int as returned
        from orders o
          left join stock_movements m on m.order_id = o.id and m.part_id = o.part_id
        where ${order("o.id")}
        group by o.id) moved
      where taken <> quantity or returned <>
        case when state in ('unpaid', 'paid', 'refunding') then 0
          when not "isThere" and returned = 0 then 0 else quantity end
      limit ${limit}`,
    describeOrder,
  ),
  defineRule<{ about: string; name: string; least: number }>(
    "stock-negative",
    ({ part }) => sql`
      select parts.id as about, name, availabl_quantity as least
      from parts where ${part("parts.id")} and availabl_quantity < 0
      limit ${limit}`,
    ({ name, least }) => ({
      says: `${name}: ${least} are said to be there.`,
      remedy: "More was sold than there was. Order more, or cancel orders that cannot be sent.",
    }),
  ),
];

function describeOrder({ about, state, product, part, quantity, taken, returned }: Moved) {
  const order = `The order of ${quantity} × ${product} is ${state}`;
  const correct = (change: number) =>
    `Count what is on the shelf. If the stock is ${Math.abs(change)} too ${change < 0 ? "high" : "low"}, correct it in one transaction: \`begin; select set_config('shop.movement', '{"reason": "corrected", "order": "${about}"}', true); update parts set availabl_quantity = availabl_quantity + (${change}) where id = '${part}'; commit\``;
  if (taken !== quantity) {
    return {
      says: `${order}, but took ${taken} from the stock.`,
      remedy: correct(taken - quantity),
    };
  }
  if (returned > quantity) {
    return {
      kind: "stock-returned-twice",
      says: `${order} and gave back ${returned}, more than it took.`,
      remedy: correct(quantity - returned),
    };
  }
  return isClosed(state)
    ? {
        kind: "stock-not-returned",
        says: `${order}, but gave back ${returned} to the stock.`,
        remedy: correct(quantity - returned),
      }
    : {
        kind: "stock-returned-early",
        says: `${order}, but gave back ${returned} to the stock although it still needs them.`,
        remedy: correct(-returned),
      };
}

function isClosed(state: string): boolean {
  return state === "cancelled" || state === "refunded";
}

/** Listed as a note until somebody gives a reason. */
export const manualStockChanges: Rule = defineRule<{
  about: string;
  position: string;
  name: string | null;
  change: number;
  after: number;
  at: string;
}>(
  "stock-by-hand",
  () => sql`
    select m.part_id as about, m.position, parts.name, m.change, m.after, m.created_at as at
    from stock_movements m left join parts on parts.id = m.part_id
    where m.reason = 'by hand' order by m.position desc limit ${limit}`,
  ({ name, position, change, after, at }) => ({
    says: `${name ?? "A part that is gone"}: the stock was changed by hand from ${after - change} to ${after} at ${showMinute(at)}.`,
    remedy: `Record the reason, after counting the shelf if it is unknown: \`update stock_movements set reason = 'counted' where position = ${position}\``,
  }),
);
