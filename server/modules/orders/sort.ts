import { asc, desc, gt, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { Order, orderSort } from "#contract/orders.ts";
import { toCents } from "#contract/rules/money.ts";
import { orders } from "./tables.ts";

export type Sort = z.output<typeof orderSort>;
export type Cursor = { id: string; totalCents: number; name: string };

export function toCursor({ _id, totalPrice, name }: Order): Cursor {
  return { id: _id, totalCents: toCents(totalPrice), name };
}

type SortedBy = "id" | "totalCents" | "name" | "delivery" | "state" | "fulfilmentState";
type Columns = Record<SortedBy | "refundedCents", SQLWrapper>;

/** As the index has it: what is promised for no day comes last. */
const promisedUntil = ({ delivery }: Columns) =>
  sql`coalesce(${delivery} ->> 'until', '9999-12-31')`;
const stateOf = ({ state, fulfilmentState }: Columns) => sql`${state}, ${fulfilmentState}`;
const refundedOf = ({ refundedCents }: Columns) => sql`${refundedCents}`;

const changing = {
  promised: promisedUntil,
  "promised-down": promisedUntil,
  state: stateOf,
  "state-down": stateOf,
  refunded: refundedOf,
  "refunded-down": refundedOf,
} satisfies Partial<Record<Sort, unknown>>;
type ChangingSort = keyof typeof changing;

const isChanging = (sort: Sort): sort is ChangingSort => Object.hasOwn(changing, sort);
const isDown = (sort: Sort) => sort.endsWith("-down");

export function sortColumns(sort: Sort = "newest", columns: Columns): SQL[] {
  const { id, totalCents, name } = columns;
  if (isChanging(sort)) {
    const direction = isDown(sort) ? sql`desc` : sql`asc`;
    const keys = sort.startsWith("state")
      ? [columns.state, columns.fulfilmentState]
      : [changing[sort](columns)];
    return [...keys, id].map((key) => sql`${key} ${direction}`);
  }
  return {
    newest: [desc(id)],
    oldest: [asc(id)],
    dearest: [desc(totalCents), desc(id)],
    cheapest: [asc(totalCents), asc(id)],
    name: [sql`lower(${name}) asc`, asc(id)],
    "name-down": [sql`lower(${name}) desc`, desc(id)],
  }[sort];
}

export function afterCursor(sort: Sort = "newest", { id, totalCents, name }: Cursor): SQL {
  if (isChanging(sort)) {
    const keys = sql`${changing[sort](orders)}, ${orders.id}`;
    return sql`(${keys}) ${isDown(sort) ? sql`<` : sql`>`}
      (select ${keys} from orders where ${orders.id} = ${id}::uuid)`;
  }
  const row = sql`(${orders.totalCents}, ${orders.id})`;
  const cursor = sql`(${totalCents}::bigint, ${id}::uuid)`;
  const named = sql`(lower(${orders.name}), ${orders.id})`;
  const namedCursor = sql`(lower(${name}::text), ${id}::uuid)`;
  return {
    newest: lt(orders.id, id),
    oldest: gt(orders.id, id),
    dearest: sql`${row} < ${cursor}`,
    cheapest: sql`${row} > ${cursor}`,
    name: sql`${named} > ${namedCursor}`,
    "name-down": sql`${named} < ${namedCursor}`,
  }[sort];
}
