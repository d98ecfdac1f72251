import { eq } from "drizzle-orm";
import {
  type AuditProof,
  nothingToAudit,
  recordAction,
  recordOperatorAction,
} from "#server/platform/audit/record-action.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { emailEquals } from "./store.ts";
import { users } from "./tables.ts";

const change = {
  action: "make-admin",
  before: { role: "customer" },
  after: { role: "admin" },
} as const;

type Made = { isNew: boolean; noted: AuditProof };

/** Nothing where there is no such user. */
export function makeAdmin(
  db: Database,
  by: SignedInCaller,
  email: string,
): Promise<Made | undefined> {
  return db.transaction(async (tx) => {
    const made = await promote(tx, email);
    if (!made?.isNew) return made && { isNew: false, noted: nothingToAudit };
    return { isNew: true, noted: await recordAction(tx, by, { ...change, about: made.id }) };
  });
}

/** By a command, which anybody may run who has the machine. */
export function makeAdminByCommand(db: Database, email: string): Promise<boolean | undefined> {
  return db.transaction(async (tx) => {
    const made = await promote(tx, email);
    if (made?.isNew) await recordOperatorAction(tx, { ...change, about: made.id });
    return made?.isNew;
  });
}

async function promote(db: Queries, email: string) {
  const [found] = await db
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(emailEquals(email))
    .for("update");
  if (!found) return undefined;
  const isNew = found.role !== "admin";
  if (isNew) await db.update(users).set({ role: "admin" }).where(eq(users.id, found.id));
  return { id: found.id, isNew };
}
