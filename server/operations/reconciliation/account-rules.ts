import { sql } from "drizzle-orm";
import { defineRule, maxPerKind, type Rule, showMoney } from "./rule.ts";

const limit = maxPerKind + 1;

type Unbalanced = {
  about: string;
  charged: string;
  credited: string;
  said: string;
  booked: string;
};
type Stated = { about: string; state: string; open: string };

/** Of orders on account: charged = open + credited + received, and the order says so. */
export const accountRules: Rule[] = [
  defineRule<Unbalanced>(
    "account-differs",
    ({ order }) => sql`
      select o.id as about, p.captured_cents as charged, p.refunding_cents as credited,
        p.received_cents as said, booked.cents as booked
      from orders o join payments p on p.order_id = o.id and p.method = 'account'
        cross join lateral (select coalesce(sum(cents), 0) as cents from account_receipts
          where payment_id = p.id) booked
      where ${order("o.id")} and booked.cents <> p.received_cents
      limit ${limit}`,
    ({ charged, credited, said, booked }) => ({
      says: `Of ${showMoney(charged)} on account, ${showMoney(credited)} were credited and ${showMoney(said)} are said to have come in, but ${showMoney(booked)} were booked.`,
      remedy:
        "Compare the receipts of the order with the bank's statements. Take back or book what is wrong on the page of the order.",
    }),
  ),
  defineRule<Stated>(
    "account-state-differs",
    ({ order }) => sql`
      select o.id as about, o.payment_state as state,
        coalesce(p.captured_cents - p.refunding_cents - p.received_cents, 0) as open
      from orders o left join payments p on p.order_id = o.id and p.method = 'account'
        and p.intent_id = o.transaction_id
      where ${order("o.id")} and ((o.due_on is null) <> (p.id is null)
        or (o.payment_state = 'paid' and p.captured_cents > p.refunding_cents + p.received_cents)
        or (o.payment_state = 'account' and p.captured_cents <= p.received_cents))
      limit ${limit}`,
    ({ state, open }) => ({
      says: `${showMoney(open)} of this order on account are open, but it is said to be ${state}.`,
      remedy: "Compare its receipts and refunds; then have the state of the order put right.",
    }),
  ),
];
