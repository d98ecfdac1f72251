import { sql } from "drizzle-orm";
import { defineRule, maxPerKind, partsPerPiece, type Rule } from "./rule.ts";

const limit = maxPerKind + 1;
/** Orders from before there were shipments have shipped without any. */
const isKept = sql`(l.shipped <> sent.pieces or l.shipped <> moved.pieces)
  and not (sent.pieces = 0 and moved.pieces = 0 and o.fulfilment_state = 'delivered')`;

type Counted = { about: string; product: string; shipped: number; sent: number; moved: number };
type Fulfilment = { about: string; state: string; shipped: number; left: number };

export const shipmentRules: Rule[] = [
  defineRule<Counted>(
    "shipped-differs",
    ({ order }) => sql`
      select o.id as about, l.name as product, l.shipped, sent.pieces as sent, moved.pieces as moved
      from orders o join order_lines l on l.order_id = o.id and l.kind = 'part'
      cross join lateral (select coalesce(sum(each.quantity), 0)::int as pieces
        from shipment_lines each join shipments s on s.id = each.shipment_id
        where each.order_line_id = l.id and s.state in ('shipped', 'delivered')) sent
      cross join lateral (select (coalesce(-sum(on_hand_change), 0)::numeric / ${partsPerPiece})::float as pieces
        from inventory_movements m where m.order_line_id = l.id and m.reason = 'ship') moved
      where ${order("o.id")} and ${isKept}
      limit ${limit}`,
    ({ product, shipped, sent, moved }) => ({
      says: `${shipped} of ${product} are said to be shipped, but the parcels hold ${sent}, and ${moved} left the stock.`,
      remedy:
        "Look into the parcels of this order, and ask who packed them. Then have the wrong record restored from a backup.",
    }),
  ),
  defineRule<Fulfilment>(
    "fulfilment-differs",
    ({ order }) => sql`
      select o.id as about, o.fulfilment_state as state, pieces.shipped, pieces.left
      from orders o cross join lateral (select coalesce(sum(shipped), 0)::int as shipped,
          coalesce(sum(quantity - cancelled - shipped + replaced), 0)::int as left
        from order_lines where order_id = o.id and kind = 'part') pieces
      where ${order("o.id")} and (
        (o.fulfilment_state in ('none', 'packed')) <> (pieces.shipped = 0)
        or (o.fulfilment_state = 'partly_shipped' and pieces.left = 0)
        or (o.fulfilment_state in ('shipped', 'delivered') and pieces.left > 0))
      limit ${limit}`,
    ({ state, shipped, left }) => ({
      says: `The order is ${state.replace("_", " ")}, but ${shipped} of its pieces are shipped and ${left} are not.`,
      remedy:
        "Compare it with its parcels. Marking one of them delivered, or shipping what is left, sets it right.",
    }),
  ),
];
