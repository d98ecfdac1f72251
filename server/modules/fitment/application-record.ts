import { type SQL, sql } from "drizzle-orm";
import type { Application, FitDeclaration, NewApplication } from "#contract/applications.ts";
import type { FactWords } from "#contract/fitment.ts";
import { refuse } from "#contract/refusals.ts";
import { describeTerm } from "#contract/rules/fit-words.ts";
import { partTag, vehiclesTag } from "#contract/tags.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { readFacts } from "./read-facts.ts";

export const noSuchApplication = refuse("not-found", "This application has been deleted.");
export const noSuchPart = refuse(
  "not-found",
  "There is no such product. It may have been deleted.",
);

const from = sql`from applications a
  join models m on m.id = a.model_id join makes k on k.id = m.make_id
  join fit_conditions c on c.id = a.condition_id left join positions p on p.id = a.position_id`;
const order = sql`lower(k.name), lower(m.name), lower(a.years), a.id`;

const find = <Row>(db: Queries, rest: SQL, more = sql``) =>
  queryRows<Row>(
    db,
    sql`select a.id::text as _id, a.version, k.slug || '/' || m.slug as model,
      k.name || ' ' || m.name as vehicles, lower(a.years) as from, upper(a.years) - 1 as to,
      c.terms, p.name as position, a.quantity, a.label, a.remark,
      a.held_because as "heldBecause"${more}
    ${from} ${rest}`,
  );

export function listApplications(
  db: Queries,
  partId: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Application[]> {
  const isLater = after
    ? sql`and (${order}) > (select ${order} ${from} where a.id = ${after})`
    : sql``;
  return find(db, sql`where a.part_id = ${partId} ${isLater} order by ${order} limit ${limit}`);
}

export async function findApplication(db: Queries, id: string): Promise<Application | undefined> {
  if (!isId(id)) return undefined;
  const [record] = await find<Application>(db, sql`where a.id = ${id}`);
  return record;
}

const isId = (id: string) => /^\d{1,15}$/.test(id);

export type StoredApplication = {
  partId: string;
  partTypeId: number;
  modelId: number;
  record: Application;
};

export async function lockApplication(
  tx: Queries,
  id: string,
): Promise<StoredApplication | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await find<Application & Omit<StoredApplication, "record">>(
    tx,
    sql`where a.id = ${id} for update of a`,
    sql`, a.part_id as "partId", a.part_type_id as "partTypeId", a.model_id as "modelId"`,
  );
  if (!row) return undefined;
  const { partId, partTypeId, modelId, ...record } = row;
  return { partId, partTypeId, modelId, record };
}

export async function findDeclaration(
  db: Queries,
  partId: string,
): Promise<FitDeclaration | undefined> {
  const [row] = await queryRows<FitDeclaration>(
    db,
    sql`select p.id as _id, p.number, p.name, t.name as type,
      coalesce(t.sold_for_vehicles, true) as "soldForVehicles",
      coalesce(d.universal, false) as universal,
      coalesce(d.lists_all_vehicles, false) as "listsAllVehicles",
      (select count(*)::int from applications a where a.part_id = p.id) as applications
    from parts p left join part_types t on t.id = p.part_type_id
    left join fit_declarations d on d.part_id = p.id
    where p.id = ${partId} and p.deleted_at is null`,
  );
  return row;
}

/** "Corvane Arden, 2012 to 2014, engine 2.0 T, Front: 2" */
export function describeApplication(
  { vehicles, from, to, terms, position, quantity, label, remark, heldBecause }: Application,
  facts: readonly FactWords[],
): string {
  const place = [position, quantity].filter((one) => one !== null).join(": ");
  return [
    vehicles,
    from === to ? `${from}` : `${from} to ${to}`,
    ...terms.map((term) => describeTerm(term, facts)),
    place,
    label,
    remark,
    heldBecause === null ? "" : `held: ${heldBecause}`,
  ]
    .filter((words) => words !== "")
    .join(", ");
}

/** Of a part that is not deleted. Nobody else changes its applications until the transaction ends. */
export async function lockPartType(
  tx: Queries,
  partId: string,
): Promise<{ typeId: number | null } | undefined> {
  const [row] = await queryRows<{ typeId: number | null }>(
    tx,
    sql`select part_type_id as "typeId" from parts
    where id = ${partId} and deleted_at is null for no key update`,
  );
  return row;
}

export function toGiven(record: Application): NewApplication {
  const { _id, version, vehicles, ...given } = record;
  return given;
}

export async function toFields(tx: Queries, record: Application) {
  const vehicles = describeApplication(record, await readFacts(tx, record.terms));
  return { vehicles, application: { _id: record._id, ...toGiven(record) } };
}

export async function findApplicationsOf(
  db: Queries,
  ids: readonly number[],
): Promise<Map<number, Application>> {
  if (ids.length === 0) return new Map();
  const records = await find<Application>(
    db,
    sql`where a.id = any(${sql.param([...new Set(ids)])}::bigint[])`,
  );
  return new Map(records.map((one) => [Number(one._id), one]));
}

export async function forgetFailures(tx: Queries, id: string): Promise<void> {
  await tx.execute(sql`update fit_failures set released_at = shop_now()
    where application_id = ${id}::bigint and released_at is null`);
}

type Done = Parameters<typeof recordAction>[2] & { about: string };

export async function note(tx: Queries, caller: SignedInCaller, done: Done) {
  const tags = [partTag(done.about), vehiclesTag];
  await storeEvents(tx, [{ name: "applications.changed", about: done.about, tags }]);
  return recordAction(tx, caller, done);
}
