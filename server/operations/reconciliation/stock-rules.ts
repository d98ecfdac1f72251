import { sql } from "drizzle-orm";
import { defineRule, maxPerKind, type Rule, showMoney } from "./rule.ts";

const limit = maxPerKind + 1;
const gone = "A part that is gone";

type Sums = {
  about: string;
  name: string | null;
  onHand: number;
  reserved: number;
  movedOnHand: number;
  movedReserved: number;
};
type Kept = {
  about: string;
  state: string;
  product: string;
  line: string;
  part: string;
  needed: number;
  reserved: number;
};

/** What can be ordered of a part `p`: of a kit from the shelf, what its components suffice for. */
const derived = sql`case when p.from_shelf then (
    select coalesce(min(case when inside.deleted_at is null then coalesce(own.available, 0) / needed.quantity
      else 0 end), 0)::int
    from shelf_parts(array[p.id]) needed join parts inside on inside.id = needed.part_id
      left join stock own on own.part_id = needed.part_id)
  else coalesce(s.available, 0) end`;

/** Of a line `l`, or of a component `c` of its kit. */
const needed = sql`(l.quantity - l.cancelled - l.shipped + l.replaced) * coalesce(c.quantity, 1)`;

export const stockRules: Rule[] = [
  defineRule<Sums>(
    "stock-unaccounted",
    ({ part }) => sql`
      select s.part_id as about, p.name, s.on_hand as "onHand", s.reserved,
        coalesce(moved.on_hand, 0)::int as "movedOnHand",
        coalesce(moved.reserved, 0)::int as "movedReserved"
      from stock s left join parts p on p.id = s.part_id
        left join (select part_id, sum(on_hand_change) as on_hand, sum(reserved_change) as reserved
          from inventory_movements where ${part("part_id")} group by part_id) moved
          on moved.part_id = s.part_id
      where ${part("s.part_id")} and (s.on_hand, s.reserved) is distinct from
        (coalesce(moved.on_hand, 0), coalesce(moved.reserved, 0))
      limit ${limit}`,
    ({ about, name, onHand, reserved, movedOnHand, movedReserved }) => ({
      says: `${name ?? gone}: ${onHand} are said to be there and ${reserved} to be reserved, but by the movements of stock it should be ${movedOnHand} and ${movedReserved}.`,
      remedy:
        reserved === movedReserved
          ? `Count what is on the shelf. If ${onHand} is right, account for it: \`insert into inventory_movements (part_id, reason, on_hand_change, source_id, note) values ('${about}', 'count', ${onHand - movedOnHand}, gen_random_uuid(), 'counted')\``
          : `Compare with the orders that are not shipped. If the movements are right: \`update stock set reserved = ${movedReserved} where part_id = '${about}'\``,
    }),
  ),
  defineRule<{ about: string; name: string | null; reserved: number; kept: number }>(
    "stock-reserved-differs",
    ({ part }) => sql`
      select s.part_id as about, p.name, s.reserved, coalesce(held.kept, 0)::int as kept
      from stock s left join parts p on p.id = s.part_id
        left join (select part_id, sum(quantity) as kept from reservations
          where ${part("part_id")} group by part_id) held on held.part_id = s.part_id
      where ${part("s.part_id")} and s.reserved <> coalesce(held.kept, 0)
      limit ${limit}`,
    ({ name, reserved, kept }) => ({
      says: `${name ?? gone}: ${reserved} are said to be reserved, but orders have reserved ${kept}.`,
      remedy:
        "A reservation was added, changed or removed by hand. Put it back as its order's line says, or cancel the order.",
    }),
  ),
  defineRule<{ about: string; name: string; shown: number; available: number }>(
    "stock-shown-differs",
    ({ part }) => sql`
      select p.id as about, p.name, p.availabl_quantity as shown, ${derived} as available
      from parts p left join stock s on s.part_id = p.id
      where ${part("p.id")} and p.availabl_quantity <> ${derived}
      limit ${limit}`,
    ({ about, name, shown, available }) => ({
      says: `${name}: the shop shows ${shown}, but ${available} can be ordered.`,
      remedy: `Have it shown again, in one transaction: \`update stock set on_hand = on_hand + 1 where part_id = '${about}'; update stock set on_hand = on_hand - 1 where part_id = '${about}'\``,
    }),
  ),
  defineRule<{ about: string; name: string | null; available: number }>(
    "stock-negative",
    ({ part }) => sql`
      select s.part_id as about, p.name, s.available
      from stock s left join parts p on p.id = s.part_id
      where ${part("s.part_id")} and (s.available < 0 or s.reserved < 0 or s.on_hand < 0)
      limit ${limit}`,
    ({ name, available }) => ({
      says: `${name ?? gone}: ${available} are said to be there for new orders.`,
      remedy: "More was sold than there was. Order more, or cancel orders that cannot be sent.",
    }),
  ),
  defineRule<Kept>(
    "stock-not-reserved",
    ({ order }) => sql`
      select o.id as about, o.payment_state as state, l.name as product, l.id as line,
        coalesce(c.part_id, l.part_id) as part, ${needed} as needed,
        coalesce(r.quantity, 0) as reserved
      from orders o join order_lines l on l.order_id = o.id and l.kind = 'part'
        left join line_components c on c.order_line_id = l.id
        left join reservations r on r.order_line_id = l.id
          and r.part_id = coalesce(c.part_id, l.part_id)
          and r.state = case when o.payment_state in ('paid', 'account')
            then 'allocated' else r.state end
      where ${order("o.id")} and case
        when o.payment_state in ('paid', 'account')
          then coalesce(r.quantity, 0) <> ${needed}
        when o.payment_state in ('unpaid', 'processing')
          then r.quantity <> ${needed}
        when o.payment_state in ('cancelled', 'closed', 'refunded') then r.quantity > 0
        else false end
      limit ${limit}`,
    ({ state, product, needed, reserved }) => ({
      ...(reserved > needed || isClosed(state) ? { kind: "stock-reserved-too-long" } : {}),
      says: `The order of ${product} is ${state} and needs ${isClosed(state) ? 0 : needed}, but has reserved ${reserved}.`,
      remedy: isClosed(state)
        ? "Nobody will get these pieces. Have the reservation released, with a movement `release` of as many pieces."
        : "Look whether there is enough on the shelf. If not, cancel the order, which refunds it.",
    }),
  ),
  defineRule<{ about: string; total: string; due: string | null }>(
    "order-does-not-add-up",
    ({ order }) => sql`
      select o.id as about, o.total_cents as total, l.due
      from orders o left join lateral (
        select sum(due_cents) as due, sum(refunded_cents) as refunded,
          sum(unit_cents * quantity) filter (where kind = 'part') as goods,
          coalesce(sum(discount_cents) filter (where kind = 'part'), 0) as discount,
          coalesce(sum(total_cents) filter (where kind = 'deposit'), 0) as deposit,
          bool_or(kind = 'deposit' and quantity <> (select quantity from order_lines part
            where part.id = each.parent_id)) as odd
        from order_lines each where order_id = o.id) l on true
      where ${order("o.id")} and (l.due is distinct from o.total_cents
        or l.goods is distinct from o.goods_cents or l.refunded > o.total_cents
        or l.discount <> o.discount_cents or l.deposit <> o.deposit_cents or l.odd)
      limit ${limit}`,
    ({ total, due }) => ({
      says: `The order is over ${showMoney(total)}, but its lines come to ${showMoney(due ?? 0)}.`,
      remedy:
        "Its record was changed by hand. Compare it with the letter that the customer got, and restore it from a backup.",
    }),
  ),
];

function isClosed(state: string): boolean {
  return state === "cancelled" || state === "closed" || state === "refunded";
}
