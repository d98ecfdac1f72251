import { sql } from "drizzle-orm";
import { defineRule, maxPerKind, type Rule, showMoney } from "./rule.ts";

const limit = maxPerKind + 1;

type Lost = { about: string; name: string; lost: number; noted: number; sent: number };
type Replaced = { about: string; name: string; replaced: number; again: number };
type Refunded = { about: string; amount: string; pieces: number; refunded: number };

/** What was lost on its way was sent again or refunded, each piece once. */
export const lossRules: Rule[] = [
  defineRule<Lost>(
    "lost-differs",
    ({ order }) => sql`
      select l.order_id as about, l.name, l.lost, noted.pieces as noted, sent.pieces as sent
      from order_lines l
      cross join lateral (select coalesce(sum(quantity), 0)::int as pieces
        from loss_lines where order_line_id = l.id) noted
      cross join lateral (select coalesce(sum(lost), 0)::int as pieces
        from shipment_lines where order_line_id = l.id) sent
      where ${order("l.order_id")} and l.kind = 'part'
        and (l.lost <> noted.pieces or l.lost <> sent.pieces)
      limit ${limit}`,
    ({ name, lost, noted, sent }) => ({
      says: `${lost} of ${name} are said to be lost, but ${noted} were noted, and the parcels say ${sent}.`,
      remedy: "One of them was changed by hand. Ask the carrier, and put the wrong figure right.",
    }),
  ),
  defineRule<Replaced>(
    "replaced-differs",
    ({ order }) => sql`
      select l.order_id as about, l.name, l.replaced, back.pieces + lost.pieces as again
      from order_lines l
      cross join lateral (select coalesce(sum(r.restocked + r.scrapped), 0)::int as pieces
        from return_lines r join returns on returns.id = r.return_id
        where r.order_line_id = l.id and r.resolution = 'replace' and returns.state = 'closed') back
      cross join lateral (select coalesce(sum(each.quantity), 0)::int as pieces
        from loss_lines each join losses on losses.id = each.loss_id
        where each.order_line_id = l.id and losses.resolution = 'replace') lost
      where ${order("l.order_id")} and l.kind = 'part'
        and l.replaced <> back.pieces + lost.pieces
      limit ${limit}`,
    ({ name, replaced, again }) => ({
      says: `${replaced} of ${name} are said to be replaced, but returns and losses were resolved so with ${again}.`,
      remedy: "Compare the order's returns and lost parcels with what was sent a second time.",
    }),
  ),
  defineRule<Refunded>(
    "loss-refund-differs",
    ({ order }) => sql`
      select losses.order_id as about, f.amount_cents as amount, lost.pieces,
        refunded.pieces as refunded
      from losses join refunds f on f.id = losses.refund_id
      cross join lateral (select sum(quantity)::int as pieces from loss_lines
        where loss_id = losses.id) lost
      cross join lateral (select coalesce(sum(each.quantity), 0)::int as pieces
        from refund_lines each join order_lines l on l.id = each.order_line_id
        where each.refund_id = f.id and l.kind = 'part') refunded
      where ${order("losses.order_id")}
        and (f.order_id <> losses.order_id or refunded.pieces <> lost.pieces)
      limit ${limit}`,
    ({ amount, pieces, refunded }) => ({
      says: `${pieces} pieces were lost, but ${showMoney(amount)} was refunded for ${refunded}.`,
      remedy: "Compare the refund in the order's history with the loss, and settle the rest.",
    }),
  ),
];
