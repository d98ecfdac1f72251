import { and, eq, inArray, sql } from "drizzle-orm";
import type { Return, ReturnLine } from "#contract/returns.ts";
import { toDollars } from "#contract/rules/money.ts";
import type { Condition } from "#contract/rules/returns.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { returnLines, returns } from "./tables.ts";

export type ReturnRow = typeof returns.$inferSelect;
export type LineRow = typeof returnLines.$inferSelect;
export type StoredReturn = ReturnRow & { lines: LineRow[] };

type Which = { id: string } | { requestKey: string };

export async function findReturn(db: Queries, which: Which): Promise<StoredReturn | undefined> {
  const isIt = "id" in which ? eq(returns.id, which.id) : eq(returns.requestKey, which.requestKey);
  const [row] = await db.select().from(returns).where(isIt);
  if (!row) return undefined;
  const lines = await db.select().from(returnLines).where(eq(returnLines.returnId, row.id));
  return { ...row, lines };
}

export async function countAsked(db: Queries, orderId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({
      line: returnLines.orderLineId,
      pieces: sql<string>`sum(case ${returns.state} when 'received' then ${returnLines.received}
        else ${returnLines.quantity} end)`,
    })
    .from(returnLines)
    .innerJoin(returns, eq(returns.id, returnLines.returnId))
    .where(
      and(
        eq(returns.orderId, orderId),
        inArray(returns.state, ["requested", "approved", "received"]),
      ),
    )
    .groupBy(returnLines.orderLineId);
  return new Map(rows.map(({ line, pieces }) => [line, Number(pieces)]));
}

export async function changeReturn(
  tx: Queries,
  { id, version }: Pick<ReturnRow, "id" | "version">,
  changes: Partial<ReturnRow>,
): Promise<void> {
  const changed = await tx
    .update(returns)
    .set({ ...changes, version: version + 1 })
    .where(and(eq(returns.id, id), eq(returns.version, version)))
    .returning({ id: returns.id });
  if (changed.length !== 1)
    throw new Error(`Return ${id} was changed meanwhile: version ${version} is not stored`);
}

export async function changeLine(
  tx: Queries,
  returnId: string,
  orderLineId: string,
  changes: Partial<LineRow>,
): Promise<void> {
  await tx
    .update(returnLines)
    .set(changes)
    .where(and(eq(returnLines.returnId, returnId), eq(returnLines.orderLineId, orderLineId)));
}

type Head = {
  id: string;
  orderId: string;
  orderNumber: string;
  name: string;
  email: string;
  amount: string | null;
  status: RefundState | null;
  dueOn: string | null;
};
type FoundLine = Omit<LineRow, "deductCents"> & {
  deductCents: string;
  partId: string | null;
  partNumber: string;
  name: string;
};
type RefundState = NonNullable<Return["refund"]>["state"];

/** In the order of the given rows. `sendTo`: where goods go, by the settings. */
export async function presentReturns(
  db: Queries,
  rows: readonly ReturnRow[],
  sendTo: string,
): Promise<Return[]> {
  if (rows.length === 0) return [];
  const ids = sql`${sql.param(rows.map(({ id }) => id))}::uuid[]`;
  const found = await queryRows<FoundLine>(
    db,
    sql`select r.return_id as "returnId", r.order_line_id as "orderLineId", r.quantity, r.reason,
        r.wants, r.note, r.received, r.restocked, r.scrapped, r.condition, r.resolution,
        r.deduct_cents as "deductCents", l.part_id as "partId", l.part_number as "partNumber", l.name
      from return_lines r join order_lines l on l.id = r.order_line_id
      where r.return_id = any(${ids}) order by l.position`,
  );
  const heads = await queryRows<Head>(
    db,
    sql`select r.id, o.id as "orderId", o.number as "orderNumber", o.name, o.email,
        f.amount_cents as amount, f.status, o.due_on as "dueOn"
      from returns r join orders o on o.id = r.order_id left join refunds f on f.id = r.refund_id
      where r.id = any(${ids})`,
  );
  const lines = Map.groupBy(found, ({ returnId }) => returnId);
  const byId = new Map(heads.map((head) => [head.id, head]));
  return rows.flatMap((row) => {
    const head = byId.get(row.id);
    return head ? [present(row, head, lines.get(row.id) ?? [], sendTo)] : [];
  });
}

function present(
  row: ReturnRow,
  { orderId, orderNumber, name, email, amount, status, dueOn }: Head,
  lines: readonly FoundLine[],
  sendTo: string,
): Return {
  const { id, number, kind, state, free, because, requestedAt, version } = row;
  return {
    _id: id,
    number,
    kind,
    state,
    free,
    because,
    version,
    sendTo,
    order: orderId,
    orderNumber: Number(orderNumber),
    name,
    email,
    requestedAt: requestedAt.toISOString(),
    lines: lines.map(presentLine),
    refund:
      amount === null || status === null
        ? null
        : { amount: toDollars(Number(amount)), state: status },
    ...(dueOn !== null && { dueOn }),
  };
}

function presentLine(line: FoundLine): ReturnLine {
  const { quantity, wants, note, received, restocked, scrapped, resolution, deductCents } = line;
  const { orderLineId, partId, partNumber, name } = line;
  return {
    line: orderLineId,
    part: partId ?? "",
    partNumber,
    name,
    quantity,
    wants,
    note,
    received,
    restocked,
    scrapped,
    resolution,
    reason: line.reason as ReturnLine["reason"],
    condition: line.condition as Condition | null,
    deduct: toDollars(Number(deductCents)),
  };
}

export async function presentReturn(db: Queries, row: ReturnRow, sendTo: string): Promise<Return> {
  const [shown] = await presentReturns(db, [row], sendTo);
  if (!shown) throw new Error(`Return ${row.id} could not be presented`);
  return shown;
}
