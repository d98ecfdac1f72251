import { isIP } from "node:net";
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { auditActionNames, auditActions, type auditCalls } from "#contract/audit.ts";
import type { HandlerInput } from "#contract/call.ts";
import type { ThingKind } from "#contract/things.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Named, Things } from "#server/platform/things/things.ts";
import { auditLog, valuesOf } from "./tables.ts";

export type Row = typeof auditLog.$inferSelect & { parts?: number | null };
export type Filters = HandlerInput<typeof auditCalls.list>["query"] & { limit: number };

const nearestRows = 2_000;
const mostByIndex = 5_000;

export async function listRows(
  db: Queries,
  things: Things,
  { q, sort, limit, after, ...filters }: Filters,
): Promise<Row[]> {
  const isOldestFirst = sort === "oldest";
  const direction = isOldestFirst ? asc : desc;
  const order = [direction(auditLog.at), direction(auditLog.id)];
  const follows = sql`(${auditLog.at}, ${auditLog.id}) ${isOldestFirst ? sql`>` : sql`<`}
    (select at, id from audit_log where id = ${after})`;
  const matches = and(toCondition(filters), after ? follows : undefined);
  const list = (where: SQL | undefined) =>
    db
      .select({ ...getTableColumns(auditLog), parts: countedParts })
      .from(auditLog)
      .where(where)
      .orderBy(...order)
      .limit(limit);
  if (!q) return list(matches);
  const { of, values } = await findByWords(db, things, q);
  // Words that many entries have fill a page from these; the index of words would read all of them.
  const nearest = sql`select * from audit_log where ${matches}
    order by ${sql.join(order, sql`, `)} limit ${nearestRows}`;
  const page = await queryRows<{ id: string }>(
    db,
    sql`select id from (${nearest}) audit_log where ${or(...of, values)}
      order by ${sql.join(order, sql`, `)} limit ${limit}`,
  );
  if (page.length === limit) {
    return list(
      inArray(
        auditLog.id,
        page.map(({ id }) => id),
      ),
    );
  }
  const few = await findInValues(
    db,
    q,
    and(matches, values),
    sql`${sql.join(order, sql`, `)} limit ${limit}`,
  );
  // Each is in the order of an index; an OR of them is not.
  const each = [...of, few ? inArray(auditLog.id, few) : values].map((has) =>
    db
      .select({ id: auditLog.id })
      .from(auditLog)
      .where(and(matches, has))
      .orderBy(...order)
      .limit(limit),
  );
  return list(sql`${auditLog.id} in (${sql.join(each, sql` union all `)})`);
}

/** By the index of words. Undefined if many match: the order of the list finds these sooner, and the database cannot tell beforehand. */
async function findInValues(
  db: Queries,
  q: string,
  where: SQL | undefined,
  order: SQL,
): Promise<string[] | undefined> {
  if (!/[\p{L}\p{N}]{3}/u.test(q)) return undefined;
  const rows = await queryRows<{ id: string; found: number }>(
    db,
    sql`select id, (count(*) over ())::int as found
      from (select id, at from audit_log where ${where} limit ${mostByIndex}) audit_log
      order by ${order}`,
  );
  return rows[0]?.found === mostByIndex ? undefined : rows.map(({ id }) => id);
}

/** Of a change of many, which is about itself. */
const countedParts = sql<number | null>`case when audit_log.about = audit_log.id then
  (select count(*)::int from audit_log part where part.part_of = audit_log.id) end`;

function toCondition({ about, of, by, action, thing, from, before }: Omit<Filters, "limit">) {
  return and(
    about ? eq(auditLog.about, about) : of ? eq(auditLog.partOf, of) : isNull(auditLog.partOf),
    by ? eq(auditLog.adminId, by) : undefined,
    action ? eq(auditLog.action, action) : undefined,
    thing ? inArray(auditLog.action, actionsOn(thing)) : undefined,
    from ? gte(auditLog.at, new Date(from)) : undefined,
    before ? lt(auditLog.at, new Date(before)) : undefined,
  );
}

const actionsOn = (kind: ThingKind) =>
  auditActionNames.filter((action) => auditActions[action].kind === kind);

type ByWords = { of: SQL[]; values: SQL };

async function findByWords(db: Queries, things: Things, q: string): Promise<ByWords> {
  const words = q.toLowerCase();
  const contains = (text: string) => text.toLowerCase().includes(words);
  const actions = auditActionNames.filter((action) => contains(auditActions[action].title));
  const admins = (await listAdmins(db, things)).filter(
    ({ name, email }) => contains(name) || contains(email),
  );
  const ids: string[] = [];
  for (const { find } of Object.values(things)) if (find) ids.push(...(await find(db, q)));
  return {
    of: [
      ...(actions.length > 0 ? [inArray(auditLog.action, actions)] : []),
      ...(ids.length > 0 ? [inArray(auditLog.about, ids)] : []),
      ...admins.map(({ _id }) => eq(auditLog.adminId, _id)),
      ...(isIP(words) === 0 ? [] : [sql`lower(${auditLog.address}) = ${words}`]),
    ],
    values: sql`${valuesOf(auditLog)} like ${`%${words.replace(/[\\%_]/g, "\\$&")}%`}`,
  };
}

/** Of changes with these ids, those that a later one has turned back. */
export async function findTurnedBack(db: Queries, ids: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    db,
    sql`
    select e.id from audit_log e where e.id = any(${sql.param([...ids])}::uuid[]) and exists (
      select from audit_log later
      where later.about = e.about and (later.at, later.id) > (e.at, e.id)
        and later.before is not distinct from e.after and later.after is not distinct from e.before)`,
  );
  return rows.map(({ id }) => id);
}

type Admin = { _id: string; name: string; email: string };

/** One look into the index for each, however many entries there are. */
export async function listAdmins(db: Queries, { person }: Things): Promise<Admin[]> {
  const rows = await queryRows<{ _id: string; email: string }>(
    db,
    sql`
    with recursive seen (id) as (
      (select admin_id from audit_log where part_of is null and admin_id is not null
        order by admin_id limit 1)
      union all
      select (select admin_id from audit_log where part_of is null and admin_id > seen.id
        order by admin_id limit 1)
      from seen where seen.id is not null
    )
    select id as _id, (select who from audit_log where admin_id = seen.id and part_of is null
      order by at desc limit 1) as email
    from seen where id is not null limit 500`,
  );
  const ids = rows.map(({ _id }) => _id);
  const names: Named = person ? await person.name(db, ids) : new Map();
  return rows.map((row) => ({ ...row, name: names.get(row._id)?.name ?? row.email }));
}
