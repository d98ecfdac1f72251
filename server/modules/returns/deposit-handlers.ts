import { type SQL, sql } from "drizzle-orm";
import type { Deposit, DepositFileColumn, DepositView, depositCalls } from "#contract/deposits.ts";
import type { Context } from "#server/context.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { type FileColumns, sendColumns } from "#server/platform/http/send-csv.ts";
import { findBalances, presentBalance } from "./core-balances.ts";
import { readOwnReturns } from "./read-own-returns.ts";

const mostOwn = 200;

type Filters = {
  q?: string | undefined;
  view?: DepositView | undefined;
  limit?: number | undefined;
  after?: string | undefined;
};

export function depositHandlers({ db, settings }: Context): Handlers<typeof depositCalls> {
  const find = async (which: SQL, limit: number) => {
    const { coreDays } = (await settings()).returns;
    return (await findBalances(db, which, limit)).map((row) => presentBalance(row, coreDays));
  };
  const list = ({ limit = 50, after, q, view = "open" }: Filters) => {
    const isBefore = after ? sql`l.id < ${after}` : sql`true`;
    return find(sql`${views[view]} and ${q ? matches(q) : sql`true`} and ${isBefore}`, limit);
  };
  return {
    own: async (_given, { person }) => ({
      deposits: await find(sql`o.user_id = ${person._id}`, mostOwn),
      returns: await readOwnReturns(db, person._id),
    }),
    list: ({ query }) => list(query),
    file: (_request, reply, { query: { columns: chosen, ...query } }) =>
      sendColumns(reply, {
        name: "deposits",
        columns,
        chosen,
        list: (page) => list({ ...query, ...page }),
      }),
  };
}

const columns: FileColumns<DepositFileColumn, Deposit> = {
  order: ["Order", ({ orderNumber }) => `${orderNumber}`],
  part: ["Part", ({ partNumber, part }) => `${partNumber} ${part}`.trim()],
  customer: ["Customer", ({ customer }) => customer],
  email: ["E-mail", ({ email }) => email],
  received: ["Old parts here", ({ received }) => `${received}`],
  charged: ["Charged", ({ charged }) => charged.toFixed(2)],
  refunded: ["Refunded", ({ refunded }) => refunded.toFixed(2)],
  kept: ["Kept", ({ forfeited }) => forfeited.toFixed(2)],
  open: ["Open", ({ open }) => open.toFixed(2)],
  until: ["Until", ({ until }) => until ?? ""],
};

const views: Record<DepositView, SQL> = {
  open: sql`m.open > 0`,
  settled: sql`m.open <= 0`,
  all: sql`true`,
};

function matches(q: string): SQL {
  const text = `%${q.trim().replace(/[\\%_]/g, "\\$&")}%`;
  const [, number = ""] = /^\s*#?\s*(\d{1,15})\s*$/.exec(q) ?? [];
  const isNumber = number === "" ? sql`false` : sql`o.number = ${number}::bigint`;
  return sql`(${isNumber} or lower(o.email || ' ' || o.name || ' ' || part.part_number || ' ' || part.name)
    like lower(${text}))`;
}
