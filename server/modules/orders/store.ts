import { and, desc, eq, getTableColumns, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Order, stateFilter } from "#contract/orders.ts";
import { toDollars } from "#contract/rules/money.ts";
import {
  closedStates,
  type OrderState,
  openStates,
  orderStates,
} from "#contract/rules/order-states.ts";
import { type Queries, supportsPreparedStatements } from "#server/platform/database/connect.ts";
import { firstIdAt } from "#server/platform/database/new-id.ts";
import { prepareOnce } from "#server/platform/database/prepare-once.ts";
import { canUseIndex, searchCondition } from "./search-condition.ts";
import { afterCursor, type Cursor, type Sort, sortColumns } from "./sort.ts";
import { orders } from "./tables.ts";

type Row = typeof orders.$inferSelect;

const { id, name, email, phone, address, productName, quantity } = getTableColumns(orders);
const { priceCents, totalCents, state, transactionId, partId, createdAt } = getTableColumns(orders);

/** Of a row, what leaves the shop. */
export const orderColumns = {
  ...{ id, name, email, phone, address, productName, quantity },
  ...{ priceCents, totalCents, state, transactionId, partId, createdAt },
};
export type OrderColumns = Pick<Row, keyof typeof orderColumns>;

export function present(row: OrderColumns): Order {
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
    // A constraint of the table holds it to these.
    state: row.state as Order["state"],
    part: row.partId,
    price: toDollars(row.priceCents),
    orderedAt: row.createdAt.toISOString(),
  };
}

type State = (typeof stateFilter)["_zod"]["output"];
type Page = { limit?: number | undefined; state?: State | undefined };
type Filters = Page & {
  q?: string | undefined;
  sort?: Sort | undefined;
  from?: string | undefined;
  before?: string | undefined;
  /** A piece of the whole list: whatever it takes, nothing may be missed. */
  isPiece?: boolean;
};

/** So many orders, from the beginning of the list, are looked through before the index is asked; */
const lookedThroughFirst = 1_000;
/** if many were found among them, so many: that costs less than to gather them by the index. */
const lookedThrough = 5_000;
/** What the index does not know is found among so many and no more. */
const lookedThroughAtMost = 10_000;

/**
 * Prepared, because every page of a customer's begins with it, and because both to put it together
 * and to plan it take longer than to carry it out: orders have many indexes to choose from.
 */
const ownOrders = prepareOnce((db) => {
  const query = db
    .select(orderColumns)
    .from(orders)
    .where(
      and(
        eq(orders.userId, sql.placeholder("userId")),
        sql`${orders.state} = any(string_to_array(${sql.placeholder("states")}, ' '))`,
        lt(orders.id, sql.placeholder("after")),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(sql.placeholder("limit"));
  return supportsPreparedStatements(db) ? query.prepare("own_orders") : query;
});
const beforeAll = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Newest first. */
export async function listOwnOrders(
  db: Queries,
  userId: string,
  { limit, state }: Page,
  after: { id: string } = { id: beforeAll },
): Promise<Order[]> {
  const states = statesOf(state).join(" ");
  // No limit is said by null.
  const rows = await ownOrders(db).execute({
    userId,
    states,
    after: after.id,
    limit: limit ?? null,
  });
  return rows.map(present);
}

export async function listAllOrders(
  db: Queries,
  filters: Filters,
  after?: Cursor,
): Promise<Order[]> {
  const { q, sort = "newest", limit, state, from, before, isPiece } = filters;
  const wanted = and(
    isIn(state),
    from === undefined ? undefined : gte(orders.id, firstIdAt(new Date(from))),
    before === undefined ? undefined : lt(orders.id, firstIdAt(new Date(before))),
    after && afterCursor(sort, after),
  );
  const isSought = q !== undefined && q !== "";
  if (isSought && limit !== undefined && !isPiece) return search(db, { q, sort, limit, wanted });
  const query = db
    .select(orderColumns)
    .from(orders)
    .where(and(wanted, isSought ? searchCondition(q, orders) : undefined))
    .orderBy(...sortColumns(sort, orders));
  return (await (limit ? query.limit(limit) : query)).map(present);
}

type Search = { q: string; sort: Sort; limit: number; wanted: SQL | undefined };

/**
 * What is common is soon found by looking through the list from its beginning, where the index
 * would first gather all there is of it; what is rare is found by the index.
 */
async function search(db: Queries, sought: Search): Promise<Order[]> {
  const { q, limit } = sought;
  if (!canUseIndex(q)) return (await lookThrough(db, sought, lookedThroughAtMost)).map(present);
  let found = await lookThrough(db, sought, lookedThroughFirst);
  const isCommon = found.length > (limit * lookedThroughFirst) / lookedThrough;
  if (found.length < limit && isCommon) found = await lookThrough(db, sought, lookedThrough);
  return (found.length === limit ? found : await lookUp(db, sought)).map(present);
}

async function lookThrough(
  db: Queries,
  { q, sort, limit, wanted }: Search,
  many: number,
): Promise<OrderColumns[]> {
  const beginning = db
    .select(orderColumns)
    .from(orders)
    .where(wanted)
    .orderBy(...sortColumns(sort, orders))
    .limit(many)
    .as("beginning");
  return db
    .select()
    .from(beginning)
    .where(searchCondition(q, beginning))
    .orderBy(...sortColumns(sort, beginning))
    .limit(limit);
}

async function lookUp(db: Queries, { q, sort, limit, wanted }: Search): Promise<OrderColumns[]> {
  // Materialized, so that nothing but the index is asked for the words.
  const ids = sql`(with found as materialized
    (select id, total_cents from ${orders} where ${and(wanted, searchCondition(q, orders))})
    select id from found order by ${sql.join(sortColumns(sort, foundColumns), sql`, `)} limit ${limit})`;
  return db
    .select(orderColumns)
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(...sortColumns(sort, orders));
}

const foundColumns = { id: sql`found.id`, totalCents: sql`found.total_cents` };

/** Of the list of one person, or of everybody's. */
export async function findCursor(
  db: Queries,
  id: string,
  userId?: string,
): Promise<Cursor | undefined> {
  const [row] = await db
    .select({ id: orders.id, totalCents: orders.totalCents })
    .from(orders)
    .where(and(eq(orders.id, id), ownedBy(userId)));
  return row;
}

/** One's own, or, where nobody is named, anybody's. */
export async function findOrder(
  db: Queries,
  id: string,
  userId?: string,
): Promise<Order | undefined> {
  const [row] = await db
    .select(orderColumns)
    .from(orders)
    .where(and(eq(orders.id, id), ownedBy(userId)));
  return row && present(row);
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

function ownedBy(userId: string | undefined) {
  return userId === undefined ? undefined : eq(orders.userId, userId);
}

function isIn(state: State | undefined): SQL | undefined {
  return state === "all" ? undefined : inArray(orders.state, statesOf(state));
}

/** Those that go on, unless it is said which. */
function statesOf(state: State | undefined): readonly OrderState[] {
  if (state === "all") return orderStates;
  if (state === "closed") return closedStates;
  return state === undefined ? openStates : [state];
}
