import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { fileColumns, pageQuery, text } from "./fields.ts";
import { returnRecord } from "./returns.ts";

const amounts = {
  /** charged = open + refunded + forfeited */
  charged: z.number(),
  open: z.number(),
  refunded: z.number(),
  forfeited: z.number(),
};

const deposit = z.object({
  _id: z.string(),
  order: z.string(),
  orderNumber: z.number(),
  customer: z.string(),
  email: z.string(),
  partNumber: z.string(),
  part: z.string(),
  pieces: z.number(),
  /** Pieces whose deposit is neither refunded nor forfeited. */
  openPieces: z.number(),
  received: z.number(),
  ...amounts,
  /** When what is open is forfeited; null until all pieces of the part are sent. */
  until: z.nullable(z.string()),
  returnable: z.number(),
});
export type Deposit = z.output<typeof deposit>;

export const depositViews = ["open", "settled", "all"] as const;
export type DepositView = (typeof depositViews)[number];

const filters = {
  q: z.optional(text(200)),
  view: z.optional(z.enum(depositViews, "Is not a view of deposits")),
};

export const depositFileColumns = [
  "order",
  "part",
  "customer",
  "email",
  "received",
  "charged",
  "refunded",
  "kept",
  "open",
  "until",
] as const;
export type DepositFileColumn = (typeof depositFileColumns)[number];

export const depositCalls = {
  own: {
    method: "GET",
    path: "/deposits/own",
    summary:
      "Lists the core deposits that the caller paid, the newest 200 of them, and the caller's returns.",
    who: "signed-in",
    reply: z.object({ deposits: z.array(deposit), returns: z.array(returnRecord) }),
    refusals: [],
  },
  list: {
    method: "GET",
    path: "/deposits",
    summary:
      "Lists core deposits that were charged, newest first. `q` is the number of an order, an e-mail, a name, or a part.",
    who: "admin",
    query: { ...pageQuery, ...filters },
    reply: z.array(deposit),
    refusals: [],
  },
  file: {
    method: "GET",
    path: "/deposits/csv",
    summary: "Answers what GET /deposits lists as CSV, with formulas neutralised as in exports.",
    who: "admin",
    query: { ...filters, ...fileColumns(depositFileColumns) },
    reply: z.string(),
    refusals: [],
    raw: true,
  },
} as const satisfies Calls;
