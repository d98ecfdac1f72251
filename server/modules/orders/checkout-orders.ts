import { and, eq, sql } from "drizzle-orm";
import type { CheckoutAddress } from "#contract/checkout-address.ts";
import type { Order } from "#contract/orders.ts";
import type { LegalVersions } from "#contract/rules/legal-versions.ts";
import type { Quote } from "#contract/rules/quote-order.ts";
import type { ShownPart } from "#server/modules/catalog/list-basket-parts.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { insertRows } from "#server/platform/database/insert-rows.ts";
import { newId, newIdAt, timeFromId } from "#server/platform/database/new-id.ts";
import { queryPrepared } from "#server/platform/database/query-rows.ts";
import { pipeline } from "#server/platform/database/transaction.ts";
import type { OrderRow } from "./move-order.ts";
import { storeOrderEvent } from "./order-event.ts";
import { findLinkedOrder } from "./order-links.ts";
import {
  findOrder,
  findOrderByKey,
  type LineColumns,
  type OrderColumns,
  present,
  presentOne,
  seenBy,
} from "./store.ts";
import { type AppliedDiscount, orderLines, orders } from "./tables.ts";

export type CheckoutOrder = {
  userId: string;
  key: string;
  hash: Buffer;
  now: Date;
  email: string;
  name: string;
  phone: string;
  address: CheckoutAddress;
  billTo?: CheckoutAddress | null;
  addressText: string;
  vatId: string;
  reference: string;
  holdUntil: Date | undefined;
  placedBy?: string | undefined;
  /** Without them, those in force. */
  legal?: LegalVersions;
  quote: Quote;
  /** In the order of the lines of parts. */
  parts: readonly ShownPart[];
};

type NewOrder = Omit<typeof orders.$inferInsert, keyof OrderColumns> &
  Omit<OrderColumns, "number" | "legalVersions">;
type PreparedOrder = {
  id: string;
  order: NewOrder & { legalVersions?: LegalVersions };
  lines: LineColumns[];
};

/** As it is to be stored, so that what belongs to it can be sent with it. */
export function prepareOrder(input: CheckoutOrder): PreparedOrder {
  const id = newIdAt(input.now);
  const { userId, parts, quote, address, holdUntil } = input;
  const { priced, chosen, standardCents } = quote;
  const { goodsCents, discountCents, depositCents, deliveryCents, taxCents, totalCents } = priced;
  const goods = priced.lines.filter(({ kind }) => kind === "part");
  const [first] = parts;
  if (!first) throw new Error("An order needs a part");
  const order = {
    id,
    userId,
    partId: first.id,
    requestKey: input.key,
    requestHash: input.hash,
    name: input.name,
    email: input.email,
    phone: input.phone,
    address: input.addressText,
    productName: productNameOf(first.name, parts.length),
    quantity: goods.reduce((sum, { quantity }) => sum + quantity, 0),
    priceCents: goods[0]?.unitCents ?? 0,
    goodsCents,
    discountCents,
    depositCents,
    deliveryCents,
    taxCents,
    totalCents,
    taxMode: priced.taxMode,
    ...unpaid,
    holdUntil: holdUntil ?? null,
    shipTo: address,
    billTo: input.billTo ?? null,
    vatId: input.vatId,
    reference: input.reference,
    delivery: {
      kind: chosen?.kind,
      method: chosen?.id,
      name: chosen?.name,
      ...chosen?.promise,
      standardCents,
    },
    pricing: { taxes: priced.taxes, discounts: listApplied(priced) },
    createdAt: timeFromId(id),
    placedBy: input.placedBy ?? null,
    ...(input.legal && { legalVersions: input.legal }),
  };
  return { id, order, lines: toRows(id, input) };
}

/** With all its lines: triggers compare their sums. Stock is reserved by the caller. */
export async function storePreparedOrder(
  tx: Queries,
  { id, order, lines }: PreparedOrder,
): Promise<Order> {
  const [[placed]] = await pipeline(
    queryPrepared<Pick<OrderColumns, "legalVersions"> & { number: string }>(
      tx,
      sql`with placed as (${insertRows(orders, [order])} returning number, legal_versions),
        lines as (${insertRows(orderLines, lines)})
        select number, legal_versions as "legalVersions" from placed`,
    ),
    storeOrderEvent(tx, "order.placed", { id, userId: order.userId ?? null, state: "unpaid" }),
  );
  if (!placed) throw new Error("The order was not stored");
  const { number, legalVersions } = placed;
  return present({ ...order, number: Number(number), legalVersions }, lines);
}

const unpaid = {
  state: "unpaid",
  paymentState: "unpaid",
  fulfilmentState: "none",
  transactionId: null,
  refundedCents: 0,
  dueOn: null,
};

function listApplied({ outcomes }: Quote["priced"]): AppliedDiscount[] {
  const applied = outcomes.filter(({ cents }) => cents > 0);
  return applied.map(({ discount, label, code, cents }) => ({ discount, label, code, cents }));
}

function productNameOf(name: string, parts: number): string {
  return parts === 1 ? name : `${name} and ${parts - 1} more`;
}

const names = {
  part: (name: string) => name,
  deposit: (name: string) => `Core deposit: ${name}`,
  delivery: (_: string, method: string) => method,
};

function toRows(orderId: string, { quote, parts }: CheckoutOrder) {
  const ids = quote.priced.lines.map(() => newId());
  return quote.priced.lines.map((line, at): LineColumns => {
    const { kind, of, quantity, listCents, unitCents, discountCents, totalCents } = line;
    const part = of === undefined ? undefined : parts[of];
    const isPart = kind === "part";
    return {
      id: ids[at] ?? newId(),
      orderId,
      position: at + 1,
      kind,
      parentId: kind === "deposit" ? (ids[of ?? -1] ?? null) : null,
      partId: isPart && part ? part.id : null,
      partNumber: part?.number ?? "",
      name: names[kind](part?.name ?? "", quote.chosen?.name ?? "Delivery"),
      quantity,
      listCents,
      unitCents,
      discountCents,
      totalCents,
      dueCents: line.dueCents,
      taxClass: line.taxClass,
      taxRateBp: line.taxRateBp,
      taxCents: line.taxCents,
      ...notSent,
    };
  });
}

const notSent = { refundedCents: 0, cancelled: 0, shipped: 0, returned: 0, lost: 0, replaced: 0 };

type Key = { userId: string; key: string };

export async function findPlacedByKey(db: Queries, key: Key) {
  const row = await findOrderByKey(db, key);
  return row && { hash: row.requestHash, order: await presentOne(db, row) };
}

/** Its prices are without tax where the buyer's company owed that itself. */
export type OrderToRepeat = { order: Order; isWithoutTax: boolean };

async function toRepeat(db: Queries, row: OrderRow | undefined) {
  return row && { order: await presentOne(db, row), isWithoutTax: row.taxMode === "reverse" };
}

export async function findOrderToRepeat(
  db: Queries,
  id: string,
  userId: string,
): Promise<OrderToRepeat | undefined> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), seenBy(userId)));
  return toRepeat(db, row as OrderRow | undefined);
}

export async function findLinkedOrderToRepeat(
  db: Queries,
  token: string,
): Promise<OrderToRepeat | undefined> {
  return toRepeat(db, await findLinkedOrder(db, token));
}

export async function readOrder(db: Queries, id: string): Promise<Order> {
  const order = await findOrder(db, id);
  if (!order) throw new Error(`Order ${id} is gone`);
  return order;
}
