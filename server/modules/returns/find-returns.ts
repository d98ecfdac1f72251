import { and, asc, desc, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { HandlerInput } from "#contract/call.ts";
import type { Return, ReturnSort, ReturnView, returnCalls } from "#contract/returns.ts";
import { reasonName } from "#contract/rules/return-words.ts";
import { type ReturnState, returnReasonNames } from "#contract/rules/returns.ts";
import { orders } from "#server/modules/orders/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { contains, isIndexed, listFound, toWords } from "#server/platform/database/list-found.ts";
import { firstIdAt } from "#server/platform/database/new-id.ts";
import { presentReturns } from "./store.ts";
import { returns } from "./tables.ts";

type Filters = HandlerInput<typeof returnCalls.list>["query"];

export async function findReturns(
  db: Queries,
  { limit = 50, after, q, view = "all", from, before, sort = "asked-down" }: Filters,
  sendTo: string,
): Promise<Return[]> {
  const order = sql.join(placesIn(sort), sql`, `);
  const matches = and(
    inView(view),
    from === undefined ? undefined : gte(returns.id, firstIdAt(new Date(from))),
    before === undefined ? undefined : lt(returns.id, firstIdAt(new Date(before))),
    after ? follows(sort, after) : undefined,
  );
  const list = (db: Queries, has?: SQL) =>
    db.select().from(returns).where(and(matches, has)).orderBy(order).limit(limit);
  const rows = q
    ? await listFound(db, { from: sql`returns`, matches, order, limit, list }, findBy(q))
    : await list(db);
  return presentReturns(db, rows, sendTo);
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

function findBy(q: string) {
  const [, number] = /^\s*#?\s*(\d{1,15})\s*$/.exec(q) ?? [];
  const isNumber =
    number === undefined
      ? undefined
      : sql`(${returns.number} = ${number}::bigint or ${returns.orderId} =
          (select ${orders.id} from ${orders} where ${orders.number} = ${number}::bigint))`;
  const words = toWords(q);
  const indexed = words.filter(isIndexed);
  return {
    has: or(isNumber, and(...words.map(hasWord))) ?? sql`true`,
    byIndex: indexed.length > 0 ? or(isNumber, and(...indexed.map(hasWord))) : undefined,
    exactly: isNumber,
  };
}

function hasWord(word: string): SQL | undefined {
  const reasons = [...returnReasonNames, "withdrawal" as const, "core" as const].filter((reason) =>
    reasonName({ reason }).toLowerCase().includes(word.toLowerCase()),
  );
  const hasReason = sql`${returns.id} in (select r.return_id from return_lines r
    where r.reason = any(${sql.param(reasons)}::text[]))`;
  return or(contains(returns.words, word), reasons.length > 0 ? hasReason : undefined);
}
