import { and, desc, eq, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { mostCounted } from "#contract/overview.ts";
import type { Return, ReturnsOfOrder, ReturnView, returnCalls } from "#contract/returns.ts";
import { moverOf } from "#contract/rules/order-states.ts";
import { type ReturnState, returnablePieces } from "#contract/rules/returns.ts";
import { findLinkedOrder } from "#server/modules/orders/order-links.ts";
import { deadLink, noSuchOrder } from "#server/modules/orders/refusals.ts";
import { orderLines, orders } from "#server/modules/orders/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { listAll, sendCsv } from "#server/platform/http/send-csv.ts";
import { noSuchReturn } from "./change-return.ts";
import type { ReturnsContext } from "./context.ts";
import { countAsked, presentReturn, presentReturns } from "./store.ts";
import { returns } from "./tables.ts";

type Reads = Pick<
  Handlers<typeof returnCalls>,
  "ofOrder" | "ofLinkedOrder" | "list" | "file" | "one"
>;

export function readReturnHandlers({ db, settings, fitment }: ReturnsContext): Reads {
  const sendTo = async () => (await settings()).returns.address;
  return {
    ofOrder: async ({ params: { id } }, { person }) => {
      const [order] = await db.select().from(orders).where(eq(orders.id, id));
      if (!order || !moverOf(person, order)) return noSuchOrder;
      return readOfOrder({ db, fitment }, order, await sendTo());
    },
    ofLinkedOrder: async ({ body: { token } }) => {
      const order = await findLinkedOrder(db, token);
      return order ? readOfOrder({ db, fitment }, order, await sendTo()) : deadLink;
    },
    list: async ({ query }) => listReturns(db, query, await sendTo()),
    file: (_request, reply, { query }) =>
      sendCsv(
        reply,
        "returns",
        ["Return", "Order", "Asked", "State", "Customer", "E-mail", "Pieces", "Refunded"],
        listAll((page) => listReturns(db, { ...query, ...page }, ""), toCells),
      ),
    one: async ({ params: { id } }, { person }) => {
      const [found] = await db
        .select({ row: returns, userId: orders.userId })
        .from(returns)
        .innerJoin(orders, eq(orders.id, returns.orderId))
        .where(eq(returns.id, id));
      if (!found || !moverOf(person, found)) return noSuchReturn;
      return presentReturn(db, found.row, await sendTo());
    },
  };
}

type NamedOrder = Pick<typeof orders.$inferSelect, "id" | "number" | "productName">;

/** What was asked for, and what can still be returned. */
async function readOfOrder(
  { db, fitment }: Pick<ReturnsContext, "db" | "fitment">,
  { id, number, productName }: NamedOrder,
  sendTo: string,
): Promise<ReturnsOfOrder> {
  const lines = await db
    .select()
    .from(orderLines)
    .where(and(eq(orderLines.orderId, id), eq(orderLines.kind, "part")))
    .orderBy(orderLines.position);
  const asked = await countAsked(db, id);
  const promised = await fitment.findPromised(
    db,
    lines.map((line) => line.id),
  );
  const rows = await db
    .select()
    .from(returns)
    .where(eq(returns.orderId, id))
    .orderBy(desc(returns.id));
  return {
    order: { _id: id, number: number ?? 0, productName },
    returns: await presentReturns(db, rows, sendTo),
    returnable: lines.map((line) => ({
      ...{ line: line.id, partNumber: line.partNumber, name: line.name },
      pieces: returnablePieces(line, asked.get(line.id) ?? 0),
      promised: promised.has(line.id),
    })),
  };
}

type Filters = {
  q?: string | undefined;
  view?: ReturnView | undefined;
  limit?: number | undefined;
  after?: string | undefined;
};

async function listReturns(
  db: Queries,
  { limit = 50, after, q, view = "all" }: Filters,
  sendTo: string,
): Promise<Return[]> {
  const rows = await db
    .select({ row: returns })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(and(inView(view), q ? matches(q) : undefined, after ? lt(returns.id, after) : undefined))
    .orderBy(desc(returns.id))
    .limit(limit);
  const found = rows.map(({ row }) => row);
  return presentReturns(db, found, sendTo);
}

function toCells(shown: Return): string[] {
  const { number, orderNumber, requestedAt, state, name, email, lines, refund } = shown;
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const refunded = refund ? refund.amount.toFixed(2) : "";
  return [`${number}`, `${orderNumber}`, requestedAt, state, name, email, `${pieces}`, refunded];
}

const waiting: ReturnState[] = ["requested", "received", "inspected"];
const statesIn: Record<Exclude<ReturnView, "all">, ReturnState[]> = {
  open: waiting,
  coming: ["approved"],
  done: ["refused", "cancelled", "closed"],
};

function inView(view: ReturnView): SQL | undefined {
  return view === "all" ? undefined : inArray(returns.state, statesIn[view]);
}

/** The number of a return or of an order, as people write it, or an e-mail. */
function matches(q: string): SQL | undefined {
  const [, number] = /^\s*#?\s*(\d{1,15})\s*$/.exec(q) ?? [];
  const text = `%${q.trim().replace(/[\\%_]/g, "\\$&")}%`;
  const isNumber =
    number === undefined
      ? undefined
      : sql`${number}::bigint in (${returns.number}, ${orders.number})`;
  return or(sql`lower(${orders.email} || ' ' || ${orders.name}) like lower(${text})`, isNumber);
}

/** They wait for the shop; counted up to a bound. */
export async function countOpenReturns(db: Queries): Promise<number> {
  const rows = await db
    .select({ id: returns.id })
    .from(returns)
    .where(inView("open"))
    .limit(mostCounted);
  return rows.length;
}
