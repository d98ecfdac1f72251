// Written in the transaction of the change. Only this file creates the AuditProof that handlers must return.
import type { AuditAction } from "#contract/audit.ts";
import type { AuditFields } from "#contract/audit-actions/audited-action.ts";
import type { Person } from "#contract/identity.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { auditLog } from "./tables.ts";

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

/** PostgreSQL allows 65,535 parameters in a statement. */
const rowsPerInsert = 5_000;

export async function recordOperatorAction(db: Queries, done: Done): Promise<void> {
  await insert(db, [{ adminId: null, who: "at the machine", address: "", ...done }]);
}

type By = { adminId: string | null; who: string; address: string };

async function insert(db: Queries, entries: readonly (By & Done & { partOf?: string })[]) {
  const rows = entries.map(({ id, before, after, about, ...rest }) => ({
    ...{ id: id ?? newId(), ...rest },
    ...{ about: about ?? null, before: before ?? null, after: after ?? null },
  }));
  await db.insert(auditLog).values(rows);
}
