import { and, desc, eq, gte, inArray, lt, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Order, OrderMoment, StateFilter } from "#contract/orders.ts";
import {
  closedStates,
  expiringMinutes,
  type FulfilmentState,
  type OrderState,
  openStates,
  type PaymentState,
} from "#contract/rules/order-states.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { firstIdAt } from "#server/platform/database/new-id.ts";
import { isToShip } from "./is-to-ship.ts";
import { ownSearchCondition, wholeCondition } from "./search-condition.ts";
import { afterCursor, type Cursor, type Sort, sortColumns } from "./sort.ts";
import { isOfCompany, orderColumns, presentAll, seenBy } from "./store.ts";
import { orders } from "./tables.ts";

type Page = { limit?: number | undefined };
type OwnPage = Page & { state?: StateFilter | undefined; q?: string | undefined };
export type Filters = OwnPage & {
  sort?: Sort | undefined;
  from?: string | undefined;
  before?: string | undefined;
  payment?: PaymentState | undefined;
  fulfilment?: FulfilmentState | undefined;
  by?: OrderMoment | undefined;
  person?: string | undefined;
};

export async function listOwnOrders(
  db: Queries,
  userId: string,
  { limit, state, q, key, of }: OwnPage & { key?: string | undefined; of?: "company" | undefined },
  after?: { id: string },
): Promise<Order[]> {
  const query = db
    .select(orderColumns)
    .from(orders)
    .where(
      and(
        of === "company" ? isOfCompany(userId) : eq(orders.userId, userId),
        inState(state),
        q ? ownSearchCondition(q) : undefined,
        key === undefined ? undefined : eq(orders.requestKey, key),
        after && lt(orders.id, after.id),
      ),
    )
    .orderBy(desc(orders.id));
  return presentAll(db, await (limit ? query.limit(limit) : query));
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
  const { q, sort, state = "all", payment, fulfilment, person } = filters;
  return and(
    inState(state),
    // As the overview counts them. Customers find what is on account among their unpaid orders.
    state === "unpaid" ? ne(orders.paymentState, "account") : undefined,
    person === undefined ? undefined : eq(orders.userId, person),
    payment && eq(orders.paymentState, payment),
    fulfilment && eq(orders.fulfilmentState, fulfilment),
    inTime(filters),
    after && afterCursor(sort, after),
    q ? wholeCondition(q, orders) : undefined,
  );
}

export async function findCursor(
  db: Queries,
  id: string,
  userId?: string,
): Promise<Cursor | undefined> {
  const [row] = await db
    .select({ id: orders.id, totalCents: orders.totalCents, name: orders.name })
    .from(orders)
    .where(and(eq(orders.id, id), seenBy(userId)));
  return row;
}

function inTime({ by = "ordered", from, before }: Filters): SQL | undefined {
  if (from === undefined && before === undefined) return undefined;
  if (by === "ordered") {
    return and(
      from === undefined ? undefined : gte(orders.id, firstIdAt(new Date(from))),
      before === undefined ? undefined : lt(orders.id, firstIdAt(new Date(before))),
    );
  }
  const isWithin = (at: SQLWrapper) =>
    and(
      from === undefined ? undefined : sql`${at} >= ${from}::timestamptz`,
      before === undefined ? undefined : sql`${at} < ${before}::timestamptz`,
    );
  if (by === "paid") return isWithin(orders.paidAt);
  return sql`${orders.id} in (select r.order_id from refunds r where ${isWithin(sql`r.done_at`)})`;
}

/** As the overview counts them. */
const isExpiring = sql`${orders.id} in (select r.order_id from reservations r
  where r.state = 'held' and r.expires_at >= shop_now()
    and r.expires_at < shop_now() + make_interval(mins => ${expiringMinutes}))`;

function inState(state: StateFilter | undefined): SQL | undefined {
  if (state === "all") return undefined;
  if (state === "expiring") return isExpiring;
  if (state === "to-ship") return isToShip;
  if (state === "part-shipped") return and(isToShip, isFulfilled("partly_shipped"));
  if (state === "shipped")
    return and(
      inArray(orders.paymentState, ["paid", "account"]),
      isFulfilled("shipped", "delivered"),
    );
  return inArray(orders.state, statesOf(state));
}

const isFulfilled = (...states: FulfilmentState[]) => inArray(orders.fulfilmentState, states);

function statesOf(state: "unpaid" | "paid" | "closed" | undefined): readonly OrderState[] {
  if (state === "closed") return closedStates;
  return state === undefined ? openStates : [state];
}
