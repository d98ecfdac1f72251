// Written in the transaction of the change. Only this file creates the AuditProof that handlers must return.
import { and, count, eq, inArray } from "drizzle-orm";
import type { AuditAction } from "#contract/audit.ts";
import type { AuditFields } from "#contract/audit-actions/audited-action.ts";
import type { Person } from "#contract/identity.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { auditLog } from "./tables.ts";

export type NamedId = { id: string; name: string };

/** An id with its name as it is now, which the entry keeps when the thing is gone. */
export function withName(field: string, id: string | null, all: readonly NamedId[]): AuditFields {
  const name = all.find((each) => each.id === id)?.name;
  return { [field]: id, ...(name !== undefined && { [`${field}Name`]: name }) };
}

/** What entries keep of it. */
export const namesIn = (field: string, ...kept: (AuditFields | null | undefined)[]): NamedId[] =>
  kept.flatMap((fields) => {
    const [id, name] = [fields?.[field], fields?.[`${field}Name`]];
    return typeof id === "string" && typeof name === "string" ? [{ id, name }] : [];
  });

declare const isNoted: unique symbol;
export type AuditProof = { readonly [isNoted]: true };
export type Audited<Reply> = { reply: Reply; noted: AuditProof };

type Done = {
  id?: string;
  action: AuditAction;
  /** An id; never names or addresses of customers. */
  about?: string;
  before?: AuditFields;
  after?: AuditFields;
};

const noted = {} as AuditProof;

export const nothingToAudit = noted;

type Actor = {
  person: Pick<Person, "_id" | "email" | "role">;
  address: string;
  keyName?: string | undefined;
};

const writeActor = ({ person, address, keyName }: Actor): By => ({
  adminId: person._id,
  who:
    keyName === undefined ? person.email : `${person.email}, by the key ${keyName}`.slice(0, 300),
  address,
});

/** `db` is the transaction of the change. Customers' own actions are not recorded. */
export async function recordAction(db: Queries, actor: Actor, done: Done): Promise<AuditProof> {
  if (actor.person.role !== "admin") return noted;
  await insert(db, [{ ...writeActor(actor), ...done }]);
  return noted;
}

/** Several transactions may add to the same `whole`. */
export async function recordActions(
  db: Queries,
  actor: Actor,
  whole: Done & { id: string },
  each: readonly Done[],
): Promise<AuditProof> {
  const by = writeActor(actor);
  await insert(db, [{ ...by, ...whole, about: whole.id }]);
  const parts = each.map((done) => ({ ...by, ...done, partOf: whole.id }));
  for (let from = 0; from < parts.length; from += rowsPerInsert) {
    await insert(db, parts.slice(from, from + rowsPerInsert));
  }
  return noted;
}

/** Whether there is an entry that this caller may add more changes of this kind to. */
export async function findOwnChange(
  db: Queries,
  { id, action }: { id: string; action: AuditAction },
  { person }: Actor,
): Promise<"none" | "own" | "foreign"> {
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.id, id));
  if (!entry) return "none";
  return entry.action === action && entry.adminId === person._id ? "own" : "foreign";
}

/** How many of these things it has changed. */
export async function countPartsOf(
  db: Queries,
  id: string,
  about: readonly string[],
): Promise<number> {
  const [row] = await db
    .select({ many: count() })
    .from(auditLog)
    .where(and(eq(auditLog.partOf, id), inArray(auditLog.about, [...about])));
  return row?.many ?? 0;
}

/** PostgreSQL allows 65,535 parameters in a statement. */
const rowsPerInsert = 5_000;

/** Of a customer, where admins have to know. Without their e-mail, which goes with the account. */
export async function recordCustomerAction(db: Queries, done: Done): Promise<void> {
  await insert(db, [{ adminId: null, who: "A customer", address: "", ...done }]);
}

export async function recordOperatorAction(db: Queries, done: Done): Promise<void> {
  await insert(db, [{ adminId: null, who: "at the machine", address: "", ...done }]);
}

type By = { adminId: string | null; who: string; address: string };

async function insert(db: Queries, entries: readonly (By & Done & { partOf?: string })[]) {
  const rows = entries.map(({ id, before, after, about, ...rest }) => ({
    id: id ?? newId(),
    ...rest,
    about: about ?? null,
    before: before ?? null,
    after: after ?? null,
  }));
  // Only the whole of several actions can be there already.
  await db.insert(auditLog).values(rows).onConflictDoNothing();
}
