import { and, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Order, stateFilter } from "#contract/orders.ts";
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
import { orderColumns, ownedBy, presentAll } from "./store.ts";
import { orders } from "./tables.ts";

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

export async function listOwnOrders(
  db: Queries,
  userId: string,
  { limit, state }: Page,
  after: { id: string } = { id: beforeAll },
): Promise<Order[]> {
  const states = statesOf(state).join(" ");
  const page = { after: after.id, limit: limit ?? null };
  return presentAll(db, await ownOrders(db).execute({ userId, states, ...page }));
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
  return presentAll(db, await (filters.limit ? query.limit(filters.limit) : query));
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

function statesOf(state: State | undefined): readonly OrderState[] {
  if (state === "all") return orderStates;
  if (state === "closed") return closedStates;
  return state === undefined ? openStates : [state];
}
