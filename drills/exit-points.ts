// The points at which the program is ended, each named for what has just been done or is about to
// be. They are found from outside: by what it says to its database and to its card provider.
import type { Moment } from "./database-proxy.ts";

/** What the customer does when it happens. */
export type Deed = "place" | "begin" | "tell" | "webhook" | "cancel" | "refund" | "letter";

export type ExitPoint = {
  name: string;
  deed: Deed;
  moment: Moment;
  /** What is run, or asked of the provider. */
  at: { statement: RegExp; in?: RegExp } | { call: RegExp };
  /** In the quick size too. */
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
  ...both("place", "the order is stored", statement(placed), "after"),
  ...both("begin", "the payment's key is stored", statement(begun), "after"),
  ...both("begin", "the provider makes the payment", create, "after"),
  ...both("begin", "the payment's name is stored", statement(opened), "before"),
  ...both("tell", "the provider says that it was paid", retrieve, "after"),
  ...both("tell", "the payment is marked as paid", statement(succeeded), "after"),
  ...both("tell", "the order is marked as paid", statement(paid)),
  ...both("tell", "the commit of a paid order", commitOf(paid), "after"),
  ...both("webhook", "the commit of an order that the provider told of", commitOf(paid), "after"),
  ...both("cancel", "the provider calls the payment off", cancel, "after"),
  ...both("cancel", "the commit of a cancelled order", commitOf(closed), "before"),
  ...both("refund", "the commit of a wanted refund", commitOf(refundWanted), "after"),
  ...both("refund", "a process takes the refund up", statement(refundTaken)),
  ...both("refund", "the provider gives the money back", refund, "after"),
  ...both("refund", "the commit of a done refund", commitOf(refundDone), "before"),
  ...both("letter", "a letter that was sent is crossed off", statement(/^delete from "letters"/)),
];
