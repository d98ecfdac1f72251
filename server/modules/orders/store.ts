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
import { searchCondition } from "./search-condition.ts";
import { afterCursor, type Cursor, type Sort, sortColumns } from "./sort.ts";
import { orders } from "./tables.ts";

const { id, name, email, phone, address, productName, quantity } = getTableColumns(orders);
const { priceCents, totalCents, state, transactionId, partId, createdAt } = getTableColumns(orders);

/** What `present` needs of a row. */
export const orderColumns = {
  ...{ id, name, email, phone, address, productName, quantity },
  ...{ priceCents, totalCents, state, transactionId, partId, createdAt },
};
export type OrderColumns = Pick<typeof orders.$inferSelect, keyof typeof orderColumns>;

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
    state: row.state as OrderState,
    part: row.partId,
    price: toDollars(row.priceCents),
    orderedAt: row.createdAt.toISOString(),
  };
}

type State = (typeof stateFilter)["_zod"]["output"];
type Page = { limit?: number | undefined; state?: State | undefined };
export type Filters = Page & {
  q?: string | undefined;
  sort?: Sort | undefined;
  from?: string | undefined;
  before?: string | undefined;
};

/** Prepared, because planning it takes longer than running it: the table has many indexes. */
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
  const page = { after: after.id, limit: limit ?? null };
  return (await ownOrders(db).execute({ userId, states, ...page })).map(present);
}

export async function listAllOrders(
  db: Queries,
  filters: Filters,
  after?: Cursor,
): Promise<Order[]> {
  const query = db
    .select(orderColumns)
    .from(orders)
    .where(toCondition(filters, after))
    .orderBy(...sortColumns(filters.sort, orders));
  return (await (filters.limit ? query.limit(filters.limit) : query)).map(present);
}

export function toCondition(filters: Filters, after: Cursor | undefined): SQL | undefined {
  const { q, sort, state, from, before } = filters;
  return and(
    state === "all" ? undefined : inArray(orders.state, statesOf(state)),
    from === undefined ? undefined : gte(orders.id, firstIdAt(new Date(from))),
    before === undefined ? undefined : lt(orders.id, firstIdAt(new Date(before))),
    after && afterCursor(sort, after),
    q ? searchCondition(q, orders) : undefined,
  );
}

/** In the list of one person, or of everybody. */
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

function statesOf(state: State | undefined): readonly OrderState[] {
  if (state === "all") return orderStates;
  if (state === "closed") return closedStates;
  return state === undefined ? openStates : [state];
}
