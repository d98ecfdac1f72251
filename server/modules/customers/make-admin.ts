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

export function makeAdmin(
  db: Database,
  caller: SignedInCaller,
  email: string,
): Promise<Audited<{ modifiedCount: number }> | Refusal<"not-found">> {
  return inTransaction(db, async (tx) => {
    const made = await promote(tx, email);
    if (!made) return noSuchUser;
    if (!made.change) return { reply: { modifiedCount: 0 }, noted: nothingToAudit };
    const noted = await recordAction(tx, caller, made.change);
    return { reply: { modifiedCount: 1 }, noted };
  });
}

export function makeAdminByCommand(db: Database, email: string): Promise<boolean | undefined> {
  return inTransaction(db, async (tx) => {
    const made = await promote(tx, email);
    if (made?.change) await recordOperatorAction(tx, made.change);
    return made && made.change !== undefined;
  });
}

async function promote(db: Queries, email: string) {
  const [user] = await db
    .select({ id: users.id, role: users.role, limitedRole: users.limitedRole })
    .from(users)
    .where(emailEquals(email))
    .for("update");
  if (!user) return undefined;
  const { id: about, role, limitedRole } = user;
  if (role === "admin" && limitedRole === null) return { change: undefined };
  await db.update(users).set({ role: "admin", limitedRole: null }).where(eq(users.id, about));
  await storeEvents(db, [userEvent("user.made-admin", about)]);
  const before = { role: limitedRole ?? role };
  return { change: { action: "make-admin", about, before, after: { role: "admin" } } as const };
}
