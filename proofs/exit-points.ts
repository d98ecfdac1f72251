// Points at which the shop is killed, recognized by its statements and provider requests.
import type { Moment } from "./statement-relay.ts";

export type Deed = "place" | "begin" | "report" | "webhook" | "cancel" | "refund" | "letter";

export type ExitPoint = {
  name: string;
  deed: Deed;
  moment: Moment;
  at: { statement: RegExp; in?: RegExp } | { call: RegExp };
  quick?: true;
};

const both = (deed: Deed, what: string, at: ExitPoint["at"], quick?: Moment): ExitPoint[] =>
  (["before", "after"] as const).map((moment) => ({
    name: `${moment} ${what}`,
    deed,
    moment,
    at,
    ...(moment === quick && { quick: true }),
  }));

const call = (pattern: RegExp) => ({ call: pattern });
const statement = (pattern: RegExp) => ({ statement: pattern });
const commitOf = (pattern: RegExp) => ({ statement: /^commit/i, in: pattern });

const create = call(/^POST \/v1\/payment_intents$/);
const retrieve = call(/^GET \/v1\/payment_intents\/\w+$/);
const cancel = call(/^POST \/v1\/payment_intents\/\w+\/cancel$/);
const refund = call(/^POST \/v1\/refunds$/);

const placed = /insert into orders/;
const begun = /insert into payments/;
const opened = /^update "payments" set "intent_id" = \$1, "state" = \$2 where/;
const succeeded = /^update "payments" set "intent_id" = .*"settled_at" = now\(\)/;
const paid = /^update "orders" set .*"transaction_id" = /;
const closed = /^update "orders" set .*"closed_at" = /;
const refundWanted = /^insert into "refunds"/;
const refundTaken = /^update "refunds" set .*"tries" = /;
const refundDone = /^update "refunds" set .*"done_at" = now\(\)/;

export const exitPoints: ExitPoint[] = [
  ...both("place", "the order is stored", statement(placed)),
  ...both("begin", "the payment is stored", statement(begun)),
  ...both("begin", "the provider creates the intent", create, "after"),
  ...both("begin", "the intent's id is stored", statement(opened)),
  ...both("report", "the provider answers that it was paid", retrieve),
  ...both("report", "the payment is marked as paid", statement(succeeded)),
  ...both("report", "the order is marked as paid", statement(paid)),
  ...both("report", "the commit of a paid order", commitOf(paid), "after"),
  ...both("webhook", "the commit of an order paid by webhook", commitOf(paid), "after"),
  ...both("cancel", "the provider cancels the intent", cancel),
  ...both("cancel", "the commit of a cancelled order", commitOf(closed), "before"),
  ...both("refund", "the commit of a queued refund", commitOf(refundWanted), "after"),
  ...both("refund", "a process leases the refund", statement(refundTaken)),
  ...both("refund", "the provider refunds", refund, "after"),
  ...both("refund", "the commit of a done refund", commitOf(refundDone)),
  ...both("letter", "a sent letter is deleted", statement(/^delete from "letters"/)),
];
