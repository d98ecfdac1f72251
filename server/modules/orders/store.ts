import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { FitProof } from "#contract/fields.ts";
import type { Order, OrderLine } from "#contract/orders.ts";
import { type Cents, toDollars } from "#contract/rules/money.ts";
import type { FulfilmentState, OrderState, PaymentState } from "#contract/rules/order-states.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { type OrderPricing, orderLines, orders } from "./tables.ts";

const { id, name, email, phone, address, productName, quantity, number } = getTableColumns(orders);
const { priceCents, totalCents, state, transactionId, partId, createdAt, holdUntil } =
  getTableColumns(orders);
const { paymentState, fulfilmentState, goodsCents, discountCents, depositCents } =
  getTableColumns(orders);
const { deliveryCents, taxMode, taxCents, refundedCents, reference } = getTableColumns(orders);
const { delivery, pricing, legalVersions, dueOn } = getTableColumns(orders);

export const orderColumns = {
  id,
  name,
  email,
  phone,
  address,
  productName,
  quantity,
  number,
  priceCents,
  totalCents,
  state,
  transactionId,
  partId,
  createdAt,
  holdUntil,
  paymentState,
  fulfilmentState,
  goodsCents,
  discountCents,
  depositCents,
  deliveryCents,
  taxMode,
  taxCents,
  refundedCents,
  reference,
  delivery,
  pricing,
  legalVersions,
  dueOn,
};
export type OrderColumns = Pick<typeof orders.$inferSelect, keyof typeof orderColumns>;
export type LineColumns = typeof orderLines.$inferSelect;
type ShownLine = LineColumns & { fit?: FitProof | null; currentNumber?: string | null };

export async function presentAll(db: Queries, rows: readonly OrderColumns[]): Promise<Order[]> {
  if (rows.length === 0) return [];
  const ids = sql.param(rows.map(({ id }) => id));
  const found = await db
    .select({
      ...getTableColumns(orderLines),
      fit: proofOf(sql`${orderLines.id}`),
      currentNumber: sql<string | null>`case when ${orderLines.partNumber} = '' then
        (select p.number from parts p where p.id = ${orderLines.partId}) end`,
    })
    .from(orderLines)
    .where(sql`${orderLines.orderId} = any(${ids}::uuid[])`)
    .orderBy(orderLines.orderId, orderLines.position);
  const lines = Map.groupBy(found, ({ orderId }) => orderId);
  return rows.map((row) => present(row, lines.get(row.id) ?? []));
}

export async function presentOne(db: Queries, row: OrderColumns): Promise<Order> {
  const [order] = await presentAll(db, [row]);
  if (!order) throw new Error(`Order ${row.id} could not be presented`);
  return order;
}

export function present(row: OrderColumns, lines: readonly ShownLine[]): Order {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    address: row.address,
    productName: row.productName,
    quantity: row.quantity,
    totalPrice: toDollars(row.totalCents),
    paid: row.state === "paid",
    ...(row.transactionId !== null && { transactionId: row.transactionId }),
    state: row.state as OrderState,
    payment: (row.paymentState ?? row.state) as PaymentState,
    fulfilment: row.fulfilmentState as FulfilmentState,
    part: row.partId,
    price: toDollars(row.priceCents),
    orderedAt: row.createdAt.toISOString(),
    ...(row.state === "unpaid" &&
      isAhead(row.holdUntil) && { heldUntil: row.holdUntil.toISOString() }),
    number: row.number ?? 0,
    lines: lines.map(presentLine),
    goods: toDollars(row.goodsCents ?? row.totalCents),
    discount: toDollars(row.discountCents),
    deposits: toDollars(row.depositCents),
    delivery: toDollars(row.deliveryCents),
    tax: toDollars(row.taxCents),
    ...(row.taxMode === "reverse" && { reverseCharge: true as const }),
    refunded: toDollars(row.refundedCents),
    ...(row.reference !== "" && { reference: row.reference }),
    ...toDelivery(row),
    ...(row.dueOn !== null && { dueOn: row.dueOn }),
    ...(row.legalVersions && { legal: row.legalVersions }),
    ...toDiscounts(row.pricing),
  };
}

function toDelivery({
  delivery,
  paymentState,
}: OrderColumns): Pick<Order, "isCollection" | "promised" | "standardDelivery"> {
  const { kind, name: method, from, until, standardCents, orderBefore, whenOrdered } = delivery;
  const isAwaited = paymentState === "unpaid" || paymentState === "processing";
  const payBefore = isAwaited && orderBefore !== undefined && new Date(orderBefore);
  // Paid later, it comes later.
  const isStale = payBefore && !isAhead(payBefore);
  return {
    ...(kind === "collection" && { isCollection: true }),
    ...(method &&
      from &&
      until &&
      !isStale && {
        promised: {
          method,
          from,
          until,
          ...(payBefore && { payBefore: payBefore.toISOString() }),
          ...(whenOrdered && { whenOrdered }),
        },
      }),
    ...(standardCents !== undefined && { standardDelivery: toDollars(standardCents) }),
  };
}

function toDiscounts({ discounts = [] }: OrderPricing): Pick<Order, "discounts"> {
  if (discounts.length === 0) return {};
  const shown = discounts.map(({ label, code, cents }) => ({
    label,
    code,
    amount: toDollars(cents),
  }));
  return { discounts: shown };
}

function presentLine(line: ShownLine): OrderLine {
  return {
    _id: line.id,
    kind: line.kind as OrderLine["kind"],
    ...(line.parentId !== null && { of: line.parentId }),
    ...(line.partId !== null && { part: line.partId }),
    number: line.partNumber,
    ...(line.currentNumber && { currentNumber: line.currentNumber }),
    name: line.name,
    quantity: line.quantity,
    price: toDollars(line.unitCents),
    discount: toDollars(line.discountCents),
    total: toDollars(line.dueCents),
    tax: toDollars(line.taxCents),
    shipped: line.shipped,
    cancelled: line.cancelled,
    replaced: line.replaced,
    returned: line.returned,
    lost: line.lost,
    refunded: toDollars(line.refundedCents),
    ...(line.fit && { fit: line.fit }),
  };
}

export const proofOf = (lineId: SQL) => sql<FitProof | null>`(
  select json_build_object('says', p.says, 'vehicle', p.vehicle, 'known', p.known_written,
    'reason', p.reason, 'saidAt', p.said_at, 'applications', (
      select coalesce(json_agg(json_build_object('_id', a.id::text, 'text', a.text) order by place), '[]')
      from unnest(p.application_ids, p.applications) with ordinality a (id, text, place)))
  from fit_proofs p where p.order_line_id = ${lineId})`;

function isAhead(time: Date | null): time is Date {
  return time !== null && time.getTime() > Date.now();
}

export async function findOrder(
  db: Queries,
  id: string,
  userId?: string,
): Promise<Order | undefined> {
  const [row] = await db
    .select(orderColumns)
    .from(orders)
    .where(and(eq(orders.id, id), seenBy(userId)));
  return row && presentOne(db, row);
}

export async function findOrderByKey(
  db: Queries,
  { userId, key }: { userId: string; key: string },
): Promise<(OrderColumns & { requestHash: Buffer }) | undefined> {
  const [row] = await db
    .select({ ...orderColumns, requestHash: orders.requestHash })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.requestKey, key)));
  return row;
}

export function seenBy(userId: string | undefined) {
  return userId === undefined
    ? undefined
    : sql`(${orders.userId} = ${userId} or ${isOfCompany(userId)})`;
}

export const isOfCompany = (userId: string) => sql`${orders.companyId} =
  (select m.company_id from company_members m where m.user_id = ${userId})`;

export async function addLineRefund(
  tx: Queries,
  orderId: string,
  { lineId, cents }: { lineId: string; cents: Cents },
): Promise<boolean> {
  const sum = sql`${orderLines.refundedCents} + ${cents}::bigint`;
  const changed = await tx
    .update(orderLines)
    .set({ refundedCents: sum })
    .where(
      and(
        eq(orderLines.id, lineId),
        eq(orderLines.orderId, orderId),
        sql`${sum} <= ${orderLines.dueCents}`,
      ),
    )
    .returning({ id: orderLines.id });
  return changed.length === 1;
}

export async function storeRefunded(tx: Queries, id: string, cents: Cents): Promise<void> {
  await tx.update(orders).set({ refundedCents: cents }).where(eq(orders.id, id));
}
