import { eq } from "drizzle-orm";
import type { Refusal } from "#contract/refusals.ts";
import {
  type Audited,
  nothingToAudit,
  recordAction,
  recordOperatorAction,
} from "#server/platform/audit/record-action.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { emailEquals } from "./accounts.ts";
import { noSuchUser } from "./remove-user.ts";
import { users } from "./tables.ts";
import { userEvent } from "./user-event.ts";

const change = {
  action: "make-admin",
  before: { role: "customer" },
  after: { role: "admin" },
} as const;

export function makeAdmin(
  db: Database,
  caller: SignedInCaller,
  email: string,
): Promise<Audited<{ modifiedCount: number }> | Refusal<"not-found">> {
  return inTransaction(db, async (tx) => {
    const user = await promote(tx, email);
    if (!user) return noSuchUser;
    if (!user.isNew) return { reply: { modifiedCount: 0 }, noted: nothingToAudit };
    const noted = await recordAction(tx, caller, { ...change, about: user.id });
    return { reply: { modifiedCount: 1 }, noted };
  });
}

export function makeAdminByCommand(db: Database, email: string): Promise<boolean | undefined> {
  return inTransaction(db, async (tx) => {
    const user = await promote(tx, email);
    if (user?.isNew) await recordOperatorAction(tx, { ...change, about: user.id });
    return user?.isNew;
  });
}

async function promote(db: Queries, email: string) {
  const [user] = await db
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(emailEquals(email))
    .for("update");
  if (!user) return undefined;
  const isNew = user.role !== "admin";
  if (isNew) {
    await db.update(users).set({ role: "admin" }).where(eq(users.id, user.id));
    await storeEvents(db, [userEvent("user.made-admin", user.id)]);
  }
  return { id: user.id, isNew };
}
