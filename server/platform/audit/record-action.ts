// What an admin does is noted in the transaction that does it: there is none of the one without the
// other. A handler of a call that admins may change something by cannot answer without having noted
// it (server/platform/http/handler.ts), because only this file makes the proof.
import type { AuditAction, AuditFields } from "#contract/audit.ts";
import type { Person } from "#contract/identity.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { auditLog } from "./tables.ts";

declare const isNoted: unique symbol;
export type AuditProof = { readonly [isNoted]: true };
/** What a call answers, and the proof that it is noted. */
export type Audited<Reply> = { reply: Reply; noted: AuditProof };

type Done = {
  action: AuditAction;
  /** No names and no addresses of customers: the id leads to them for as long as they are there. */
  about?: string;
  before?: AuditFields;
  after?: AuditFields;
};

const noted = {} as AuditProof;

/** Of what turned out to be done already. */
export const nothingToAudit = noted;

/** `db` is the transaction that does it. What customers do to what is theirs is no admin's doing. */
export async function recordAction(
  db: Queries,
  { person, address }: { person: Person; address: string },
  done: Done,
): Promise<AuditProof> {
  if (person.role !== "admin") return noted;
  await insert(db, { adminId: person._id, who: person.email, address, ...done });
  return noted;
}

/** Whoever can run commands on the machine needs no account. */
export async function recordOperatorAction(db: Queries, done: Done): Promise<void> {
  await insert(db, { adminId: null, who: "at the machine", address: "", ...done });
}

type By = { adminId: string | null; who: string; address: string };

async function insert(db: Queries, { before, after, about, ...rest }: By & Done): Promise<void> {
  await db.insert(auditLog).values({
    id: newId(),
    ...rest,
    about: about ?? null,
    before: before ?? null,
    after: after ?? null,
  });
}
