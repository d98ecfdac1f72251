import { and, desc, eq } from "drizzle-orm";
import { mostCounted } from "#contract/overview.ts";
import type { Return, ReturnFileColumn, ReturnsOfOrder, returnCalls } from "#contract/returns.ts";
import { moverOf } from "#contract/rules/order-states.ts";
import { describeLines, returnKindNames, returnStateNames } from "#contract/rules/return-words.ts";
import { returnablePieces } from "#contract/rules/returns.ts";
import type { Context } from "#server/context.ts";
import { findPromised } from "#server/modules/fitment/find-promised.ts";
import { findLinkedOrder } from "#server/modules/orders/order-links.ts";
import { deadLink, noSuchOrder } from "#server/modules/orders/refusals.ts";
import { orderLines, orders } from "#server/modules/orders/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { type FileColumns, sendColumns } from "#server/platform/http/send-csv.ts";
import { noSuchReturn } from "./change-return.ts";
import { findReturns, inView } from "./find-returns.ts";
import { countAsked, presentReturn, presentReturns } from "./store.ts";
import { returns } from "./tables.ts";

type Reads = Pick<
  Handlers<typeof returnCalls>,
  "ofOrder" | "ofLinkedOrder" | "list" | "file" | "one"
>;

export function readReturnHandlers({ db, settings }: Context): Reads {
  const sendTo = async () => (await settings()).returns.address;
  return {
    ofOrder: async ({ params: { id } }, { person }) => {
      const [order] = await db.select().from(orders).where(eq(orders.id, id));
      if (!order || !moverOf(person, order)) return noSuchOrder;
      return readOfOrder(db, order, await sendTo());
    },
    ofLinkedOrder: async ({ body: { token } }) => {
      const order = await findLinkedOrder(db, token);
      return order ? readOfOrder(db, order, await sendTo()) : deadLink;
    },
    list: async ({ query }) => findReturns(db, query, await sendTo()),
    file: (_request, reply, { query: { columns: chosen, ...query } }) =>
      sendColumns(reply, {
        name: "returns",
        columns,
        chosen,
        list: (page) => findReturns(db, { ...query, ...page }, ""),
      }),
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

async function readOfOrder(
  db: Queries,
  { id, number, productName }: NamedOrder,
  sendTo: string,
): Promise<ReturnsOfOrder> {
  const lines = await db
    .select()
    .from(orderLines)
    .where(and(eq(orderLines.orderId, id), eq(orderLines.kind, "part")))
    .orderBy(orderLines.position);
  const asked = await countAsked(db, id);
  const promised = await findPromised(
    db,
    lines.map((line) => line.id),
  );
  const rows = await db
    .select()
    .from(returns)
    .where(eq(returns.orderId, id))
    .orderBy(desc(returns.id));
  return {
    order: { _id: id, number, productName },
    returns: await presentReturns(db, rows, sendTo),
    returnable: lines.map((line) => ({
      line: line.id,
      partNumber: line.partNumber,
      name: line.name,
      pieces: returnablePieces(line, asked.get(line.id) ?? 0),
      promised: promised.has(line.id),
    })),
  };
}

const columns: FileColumns<ReturnFileColumn, Return> = {
  number: ["Return", ({ number }) => `${number}`],
  order: ["Order", ({ orderNumber }) => `${orderNumber}`],
  asked: ["Asked", ({ requestedAt }) => requestedAt],
  state: ["State", ({ state }) => returnStateNames[state]],
  customer: ["Customer", ({ name }) => name],
  email: ["E-mail", ({ email }) => email],
  parts: ["Parts", ({ lines }) => describeLines(lines)],
  pieces: ["Pieces", ({ lines }) => `${lines.reduce((sum, { quantity }) => sum + quantity, 0)}`],
  refunded: ["Refunded", ({ refund }) => refund?.amount.toFixed(2) ?? ""],
  kind: ["Kind", ({ kind }) => returnKindNames[kind]],
};

/** They wait for the shop; counted up to a bound. */
export async function countOpenReturns(db: Queries): Promise<number> {
  const rows = await db
    .select({ id: returns.id })
    .from(returns)
    .where(inView("open"))
    .limit(mostCounted);
  return rows.length;
}
