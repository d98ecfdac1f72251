import { sql } from "drizzle-orm";
import { defineRule, maxPerKind, type Rule, showMoney } from "./rule.ts";

const limit = maxPerKind + 1;
/** The jobs that issue documents take seconds. */
const overdueAfter = "10 minutes";
/** A check of what is recent looks at so many numbers of a series. */
const recentNumbers = 1_000;

type Missing = { about: string; document: string };
type Sums = { about: string; documents: string; money: string };
type Credited = {
  about: string;
  number: string;
  credited: string;
  refund: string;
  status: string;
  isOfOrder: boolean;
};
type Numbered = {
  about: string;
  series: string;
  last: number;
  expected: number;
  found: number | null;
};

/** Orders from before there were invoices get theirs page by page. */
const isDue = sql`exists (select from event_consumers where name = 'invoices')
  and not exists (select from jobs where kind = 'issue-older-documents' and failed_at is null)
  and not exists (select from jobs where kind = 'issue-documents' and key = o.id::text
    and failed_at is null)
  and not exists (select from held_documents h where h.order_id = o.id)`;

/** What documents say and the money that moved are the same; numbers have no gaps. */
export const documentRules: Rule[] = [
  defineRule<Missing>(
    "document-missing",
    ({ order }) => sql`
      select o.id as about, 'an invoice' as document
      from orders o where ${order("o.id")} and o.transaction_id is not null
        and coalesce(o.paid_at, (select p.settled_at from payments p
          where p.intent_id = o.transaction_id)) < now() - ${overdueAfter}::interval and ${isDue}
        and not exists (select from documents d where d.order_id = o.id and d.cause = 'order')
      union all
      select o.id, 'a credit note'
      from refunds r join orders o on o.id = r.order_id
      where ${order("r.order_id")} and r.status in ('succeeded', 'elsewhere')
        and r.done_at < now() - ${overdueAfter}::interval and ${isDue}
        and exists (select from documents d where d.order_id = o.id)
        and exists (select from refund_lines l where l.refund_id = r.id and l.amount_cents > 0)
        and not exists (select from documents d where d.refund_id = r.id)
        and r.reason <> 'tax'
      limit ${limit}`,
    ({ document }) => ({
      says: `The order lacks ${document} that should have been issued more than ten minutes ago.`,
      remedy:
        "Look on the page Jobs for one that issues documents and failed, and start it again. The shop's log says why it failed.",
    }),
  ),
  defineRule<Sums>(
    "invoice-differs",
    ({ order }) => sql`
      select o.id as about, d.cents as documents, p.captured_cents - taken.tax as money
      from orders o join payments p on p.order_id = o.id and p.intent_id = o.transaction_id
      cross join lateral (select sum(case series when 'INV' then total_cents
          else -total_cents end) as cents
        from documents where order_id = o.id and refund_id is null) d
      -- A refunded tax is in the invoice that replaced the one with it.
      cross join lateral (select coalesce(sum(amount_cents), 0)::bigint as tax
        from refunds where order_id = o.id and reason = 'tax') taken
      where ${order("o.id")} and p.state = 'succeeded'
        and d.cents <> p.captured_cents - taken.tax
      limit ${limit}`,
    ({ documents, money }) => ({
      says: `The invoices of the order, less what corrections took back, are over ${showMoney(documents)}, but ${showMoney(money)} were paid.`,
      remedy:
        "Compare the documents on the order's page with the card provider's receipt. Have the document that was changed restored from a backup.",
    }),
  ),
  defineRule<Credited>(
    "credit-note-differs",
    ({ order }) => sql`
      select d.order_id as about, d.data->>'number' as number, d.total_cents as credited,
        r.amount_cents as refund, r.status, d.order_id = r.order_id as "isOfOrder"
      from documents d join refunds r on r.id = d.refund_id
      where ${order("d.order_id")} and (d.total_cents <> r.amount_cents or r.status = 'failed'
        or d.order_id <> r.order_id)
      limit ${limit}`,
    ({ number, credited, ...refund }) => ({
      says: `Credit note ${number} is over ${showMoney(credited)}, but its refund ${describeRefund(credited, refund)}.`,
      remedy:
        "Look in the order's history for what went back to the customer. If less did than the credit note says, refund the rest.",
    }),
  ),
  defineRule<Numbered>(
    "document-numbers",
    // If the last documents are missing, the order of the last one that is left is reported; if
    // none is left, the series.
    ({ scope }) => sql`
      with numbered as (
        select d.order_id, c.series, c.year, d.number, c.last,
          lag(d.number, 1, ${scope.full ? sql`0` : sql`greatest(c.last - ${recentNumbers}, 0)`})
            over ordered + 1 as expected,
          d.number = max(d.number) over (partition by c.series, c.year) as is_last
        from document_counters c left join documents d on d.series = c.series and d.year = c.year
          and ${scope.full ? sql`true` : sql`d.number > c.last - ${recentNumbers}`}
        window ordered as (partition by c.series, c.year order by d.number))
      select coalesce(order_id::text, series || '-' || year) as about,
        series || '-' || year as series, last, expected, number as found
      from numbered where number is null or number <> expected or (is_last and number <> last)
      limit ${limit}`,
    (row) => ({
      says: describeNumbers(row),
      remedy:
        "Find the missing documents in a backup of the day before, and ask a tax adviser what to do if there are none.",
    }),
  ),
];

function describeRefund(
  credited: string,
  { refund, status, isOfOrder }: Pick<Credited, "refund" | "status" | "isOfOrder">,
): string {
  const faults = [
    status === "failed" && "failed",
    !isOfOrder && "belongs to another order",
    refund !== credited && `is over ${showMoney(refund)}`,
  ];
  return faults.filter((fault) => fault !== false).join(" and ");
}

function describeNumbers({ series, last, expected, found }: Numbered): string {
  if (found === null)
    return `The last number given in ${series} is ${last}, but no document has a number from ${expected} on.`;
  return found === expected
    ? `The last number of ${series} is ${found}, but ${last} were given.`
    : `In ${series} the number ${found} was given, but ${expected} was next: what is between was never issued, or is gone.`;
}
