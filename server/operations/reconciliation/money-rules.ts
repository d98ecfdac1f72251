// An order moves in one transaction, so a snapshot never shows half a move.
import { type SQL, sql } from "drizzle-orm";
import { closedDisputeStates, maxDeclines } from "#contract/rules/refunds.ts";
import { defineRule, maxPerKind, type Rule, showMinute, showMoney } from "./rule.ts";

const limit = maxPerKind + 1;
const refundsWith = (condition: SQL) => sql`(select coalesce(sum(each.amount_cents), 0)
  from refunds each where each.refunded_payment_id = p.id and ${condition})`;
const refunding = refundsWith(sql`each.status <> 'failed'`);
const returned = refundsWith(sql`each.status in ('succeeded', 'elsewhere')`);
const overdueAfter = "10 minutes";
/** For refunds that the provider has accepted. */
const bankOverdueAfter = "7 days";

type Paid = { about: string; state: string; total: string; intent: string };
type PaidOtherwise = Paid & { amount: string };
type Received = {
  about: string;
  state: string;
  amount: string;
  intent: string;
  payment: string;
};
type Disputed = {
  about: string;
  amount: string;
  since: string;
  dispute: string;
  intent: string;
};
type OpenRefund = {
  about: string;
  declines: number;
  isBegun: boolean;
  amount: string;
  since: string;
  tries: number;
  error: string | null;
  intent: string;
};

export const moneyRules: Rule[] = [
  defineRule<Paid>(
    "paid-without-payment",
    ({ order }) => sql`
      select o.id as about, o.state, o.total_cents as total, o.transaction_id as intent
      from orders o where ${order("o.id")} and o.transaction_id is not null
        and not exists (select from payments p where p.order_id = o.id
          and p.intent_id = o.transaction_id and p.state = 'succeeded')
      limit ${limit}`,
    ({ state, total, intent }) => ({
      says: `The order is ${state}, but there is no payment ${intent} that succeeded for it.`,
      remedy: `Look for ${intent} at the card provider. If ${showMoney(total)} came in there, keep the order and have the payment's row restored; if not, do not send the goods.`,
    }),
  ),
  defineRule<PaidOtherwise>(
    "amount-differs",
    ({ order }) => sql`
      select o.id as about, o.state, o.total_cents as total, o.transaction_id as intent,
        p.amount_cents as amount
      from orders o join payments p on p.intent_id = o.transaction_id and p.order_id = o.id
      where ${order("o.id")} and p.state = 'succeeded' and p.amount_cents <> o.total_cents
      limit ${limit}`,
    ({ total, amount, intent }) => ({
      says: `The order is over ${showMoney(total)}, but ${intent} paid ${showMoney(amount)} for it.`,
      remedy:
        "Compare both with the card provider's receipt. Settle the rest with the customer, or cancel the order, which refunds what was paid.",
    }),
  ),
  defineRule<Received>(
    "payment-not-honoured",
    ({ order }) => sql`
      select o.id as about, o.state, p.amount_cents as amount,
        coalesce(p.intent_id, 'a payment') as intent, p.id as payment
      from payments p join orders o on o.id = p.order_id
      where ${order("p.order_id")} and p.state = 'succeeded' and o.transaction_id is null
        and ${refunding} < p.captured_cents
      limit ${limit}`,
    ({ state, amount, intent, payment }) => ({
      says: `${showMoney(amount)} came in by ${intent} for an order that is ${state}, and it is not being refunded.`,
      remedy: refundStatement(payment, "late"),
    }),
  ),
  defineRule<Received>(
    "paid-twice",
    ({ order }) => sql`
      select o.id as about, o.state, p.amount_cents as amount,
        coalesce(p.intent_id, 'a payment') as intent, p.id as payment
      from payments p join orders o on o.id = p.order_id
      where ${order("p.order_id")} and p.state = 'succeeded'
        and o.transaction_id <> coalesce(p.intent_id, '')
        and ${refunding} < p.captured_cents
      limit ${limit}`,
    ({ amount, intent, payment }) => ({
      says: `The order was paid by another payment already, but ${intent} brought ${showMoney(amount)} more.`,
      remedy: refundStatement(payment, "second"),
    }),
  ),
  defineRule<{ about: string }>(
    "refunded-but-paid",
    ({ order }) => sql`
      select o.id as about
      from payments p join orders o on o.id = p.order_id
      where ${order("o.id")} and o.state = 'paid' and p.intent_id = o.transaction_id
        and (${returned} >= p.captured_cents or exists (select from refunds r
          where r.refunded_payment_id = p.id and r.request_key is null
            and r.reason in ('cancelled', 'late', 'second', 'mismatch')))
      limit ${limit}`,
    () => ({
      says: "The order is paid, but its payment is being refunded, or was.",
      remedy: "Do not send the goods. Cancel the order, so that its stock comes back.",
    }),
  ),
  defineRule<{ about: string; state: string; intent: string; done: boolean }>(
    "refund-missing",
    ({ order }) => sql`
      select o.id as about, o.state, o.transaction_id as intent
      from orders o where ${order("o.id")} and o.state in ('refunding', 'refunded')
        and not exists (select from payments p
          where p.order_id = o.id and p.intent_id = o.transaction_id and p.captured_cents
            <= case o.state when 'refunded' then ${returned} else ${refunding} end)
      limit ${limit}`,
    ({ state, intent }) => ({
      says: `The order is ${state}, but there is no ${state === "refunded" ? "done " : ""}refund of ${intent}.`,
      remedy: `See at the card provider whether ${intent} was refunded. If not, refund it there and tell the customer.`,
    }),
  ),
  defineRule<{ about: string; intent: string }>(
    "refund-not-finished",
    ({ order }) => sql`
      select o.id as about, o.transaction_id as intent
      from orders o join payments p on p.order_id = o.id and p.intent_id = o.transaction_id
      where ${order("o.id")} and o.state = 'refunding' and ${returned} >= p.captured_cents
      limit ${limit}`,
    ({ intent }) => ({
      says: `${intent} was refunded, but the order still waits for it and its stock is not back.`,
      remedy: `Set a refund of this payment back to 'wanted': the shop asks the card provider again, which refunds nothing twice, and finishes the order.`,
    }),
  ),
  defineRule<OpenRefund>(
    "refund-overdue",
    () => sql`
      select r.order_id as about, r.amount_cents as amount, r.created_at as since,
        r.tries, r.declines, r.refund_id is not null as "isBegun",
        r.last_error as error, coalesce(p.intent_id, 'a payment') as intent
      from refunds r join payments p on p.id = r.refunded_payment_id
      where r.status in ('wanted', 'asked') and r.created_at
        < now() - case when r.refund_id is null then ${overdueAfter} else ${bankOverdueAfter} end::interval
      limit ${limit}`,
    (refund) => {
      const { amount, since, tries, declines, error, intent } = refund;
      const how = `attempted ${times(tries)}, declined ${times(declines)}${error ? `, last error: ${error}` : ""}`;
      return {
        says: `${showMoney(amount)} of ${intent} has been waiting for its refund since ${showMinute(since)}: ${how}.`,
        remedy: refundRemedy(refund),
      };
    },
  ),
  defineRule<Disputed>(
    "disputed",
    () => sql`
      select p.order_id as about, p.amount_cents as amount, p.disputed_at as since,
        p.dispute_state as dispute, coalesce(p.intent_id, 'a payment') as intent
      from payments p join orders o on o.id = p.order_id
      where p.dispute_state is not null
        and (p.dispute_state <> all (string_to_array(${closedDisputeStates.join()}, ','))
          or (p.dispute_state = 'lost' and o.state = 'paid' and p.intent_id = o.transaction_id))
      limit ${limit}`,
    ({ amount, since, dispute, intent }) => ({
      says: `The customer's bank asks for the ${showMoney(amount)} of ${intent} back since ${showMinute(since)}, and ${dispute === "lost" ? "got it: the dispute is lost, but the order counts as paid" : `the dispute is not over (${dispute})`}.`,
      remedy: `${dispute === "lost" ? "C" : "Answer it in the card provider's dashboard, before its time is over. If it is lost, c"}ancel the order; where the provider then refuses the refund, record it under \`Mark as refunded manually\` on the order's page in Manage All Orders.`,
    }),
  ),
  defineRule<{ about: string; refund: string; amount: string; orders: boolean }>(
    "refund-differs",
    ({ order }) => sql`
      select r.order_id as about, r.amount_cents as refund, p.amount_cents as amount
      from refunds r join payments p on p.id = r.refunded_payment_id
      where ${order("r.order_id")}
        and (${refunding} <> p.refunding_cents or r.order_id <> p.order_id
          or p.state <> 'succeeded')
      limit ${limit}`,
    ({ refund, amount }) => ({
      says: `A refund of ${showMoney(refund)} belongs to a payment of ${showMoney(amount)} that it does not fit.`,
      remedy:
        "Compare both with the card provider's receipt, and settle the rest with the customer.",
    }),
  ),
  defineRule<{ about: string; lines: string; refunds: string }>(
    "refunded-lines-differ",
    // Refunds of whole orders are left to the other rules.
    ({ order }) => sql`
      select o.id as about, p.refunding_cents as refunds, l.cents as lines
      from orders o join payments p on p.order_id = o.id and p.intent_id = o.transaction_id
      cross join lateral (select coalesce(sum(refunded_cents), 0) as cents from order_lines
        where order_id = o.id) l
      where ${order("o.id")} and o.payment_state in ('paid', 'account') and l.cents <> p.refunding_cents
        and not exists (select from refunds r where r.refunded_payment_id = p.id
          and r.request_key is null and r.reason in ('cancelled', 'late', 'second', 'mismatch'))
      limit ${limit}`,
    ({ lines, refunds }) => ({
      says: `${showMoney(refunds)} of the order goes back, but its lines say ${showMoney(lines)}.`,
      remedy:
        "Compare the refunds in the order's history with its lines before more pieces are refunded.",
    }),
  ),
  defineRule<{ about: string; since: string; state: string }>(
    "payment-overdue",
    () => sql`
      select p.order_id as about, p.next_check_at as since, p.state
      from payments p where p.state in ('creating', 'open')
        and p.next_check_at < now() - ${overdueAfter}::interval
      limit ${limit}`,
    ({ since }) => ({
      says: `A payment of this order should have been checked with the card provider at ${showMinute(since)}, and was not.`,
      remedy:
        "Check whether the card provider can be reached and read the shop's log; restarting the shop checks at once.",
    }),
  ),
];

const dashboard =
  "refund the payment in the provider's own dashboard: the shop then finds it there";

function refundRemedy({ isBegun }: OpenRefund): string {
  if (isBegun) {
    return "The customer's bank has been processing it for longer than usual: ask the card provider about it. The shop keeps checking, and refunds again if it failed.";
  }
  return `The shop keeps retrying. If the card provider is up and the refund still fails, ${dashboard}. If the provider declines there too, pay the customer in another way, and record it under \`Mark as refunded manually\` on the order's page in Manage All Orders, which appears after ${maxDeclines} declines.`;
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

function refundStatement(payment: string, reason: string): string {
  return `Queue its refund; the shop does the rest: \`with promised as (update payments set refunding_cents = captured_cents where id = '${payment}' returning *) insert into refunds (id, refunded_payment_id, order_id, amount_cents, reason) select gen_random_uuid(), id, order_id, captured_cents, '${reason}' from promised\``;
}
