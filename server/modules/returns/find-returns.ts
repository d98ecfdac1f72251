import { and, asc, desc, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { HandlerInput } from "#contract/call.ts";
import type { Return, ReturnSort, ReturnView, returnCalls } from "#contract/returns.ts";
import { reasonName } from "#contract/rules/return-words.ts";
import { type ReturnState, returnReasonNames } from "#contract/rules/returns.ts";
import { orders } from "#server/modules/orders/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { firstIdAt } from "#server/platform/database/new-id.ts";
import { presentReturns } from "./store.ts";
import { returns } from "./tables.ts";

type Filters = HandlerInput<typeof returnCalls.list>["query"];

export async function findReturns(
  db: Queries,
  { limit = 50, after, q, view = "all", from, before, sort = "asked-down" }: Filters,
  sendTo: string,
): Promise<Return[]> {
  const rows = await db
    .select({ row: returns })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(
      and(
        inView(view),
        from === undefined ? undefined : gte(returns.id, firstIdAt(new Date(from))),
        before === undefined ? undefined : lt(returns.id, firstIdAt(new Date(before))),
        q ? matches(q) : undefined,
        after ? follows(sort, after) : undefined,
      ),
    )
    .orderBy(...placesIn(sort))
    .limit(limit);
  const found = rows.map(({ row }) => row);
  return presentReturns(db, found, sendTo);
}

/** Ids begin with the time, and orders have their numbers in the order of their ids. */
function placesIn(sort: ReturnSort): SQL[] {
  const direction = sort.endsWith("-down") ? desc : asc;
  const byOrder = sort.startsWith("order") ? [direction(returns.orderId)] : [];
  return [...byOrder, direction(returns.id)];
}

function follows(sort: ReturnSort, after: string): SQL {
  const comes = sort.endsWith("-down") ? sql`<` : sql`>`;
  if (!sort.startsWith("order")) return sql`${returns.id} ${comes} ${after}::uuid`;
  return sql`(${returns.orderId}, ${returns.id}) ${comes}
    (select order_id, id from returns where id = ${after})`;
}

const waiting: ReturnState[] = ["requested", "received", "inspected"];
const statesIn: Record<Exclude<ReturnView, "all">, ReturnState[]> = {
  open: waiting,
  coming: ["approved"],
  done: ["refused", "cancelled", "closed"],
};

export function inView(view: ReturnView): SQL | undefined {
  return view === "all" ? undefined : inArray(returns.state, statesIn[view]);
}

/** Numbers as people write them, or words of whatever the list shows. */
function matches(q: string): SQL | undefined {
  const [, number] = /^\s*#?\s*(\d{1,15})\s*$/.exec(q) ?? [];
  const isNumber =
    number === undefined
      ? undefined
      : sql`${number}::bigint in (${returns.number}, ${orders.number})`;
  const words = q.split(/\s+/).filter((word) => word !== "");
  return or(isNumber, and(...words.map(hasWord)));
}

function hasWord(word: string): SQL | undefined {
  const pattern = sql`lower(${`%${word.replace(/[\\%_]/g, "\\$&")}%`})`;
  const reasons = [...returnReasonNames, "withdrawal" as const, "core" as const].filter((reason) =>
    reasonName({ reason }).toLowerCase().includes(word.toLowerCase()),
  );
  return or(
    sql`lower(${orders.email} || ' ' || ${orders.name}) like ${pattern}`,
    sql`exists (select from return_lines r join order_lines l on l.id = r.order_line_id
      where r.return_id = ${returns.id}
        and (lower(l.name || ' ' || l.part_number || ' ' || r.note) like ${pattern}
          or r.reason = any(${sql.param(reasons)}::text[])))`,
  );
}
