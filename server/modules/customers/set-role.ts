import { eq } from "drizzle-orm";
import type { AdminRole } from "#contract/fields.ts";
import { type Refusal, refuseWithPresent } from "#contract/refusals.ts";
import { roleNames } from "#contract/rules/roles.ts";
import {
  type Audited,
  nothingToAudit,
  recordAction,
} from "#server/platform/audit/record-action.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { lastOwnerProblem, lockOwners, notOwner } from "./owners.ts";
import { noSuchUser } from "./remove-user.ts";
import { roleOf } from "./role-of.ts";
import { users } from "./tables.ts";
import { userEvent } from "./user-event.ts";

type Wanted = { role: AdminRole | null; expected: AdminRole | null };

export function setRole(
  db: Database,
  caller: SignedInCaller,
  id: string,
  { role, expected }: Wanted,
): Promise<
  Audited<{ role: AdminRole | null }> | Refusal<"not-found" | "conflict" | "not-allowed">
> {
  return inTransaction(db, async (tx) => {
    const owners = await lockOwners(tx);
    if (!owners.includes(caller.person._id)) return notOwner;
    const [user] = await tx.select().from(users).where(eq(users.id, id)).for("update");
    if (!user) return noSuchUser;
    const present = roleOf(user);
    if (present === role) return { reply: { role }, noted: nothingToAudit };
    if (present !== expected) {
      const now = present ? `the role “${roleNames[present]}”` : "no role of admins";
      const message = `Somebody else has changed this meanwhile: they have ${now} now.`;
      return refuseWithPresent("conflict", message, { role: present });
    }
    const problem = lastOwnerProblem(owners, id);
    if (problem) return problem;
    const limitedRole = role === "owner" ? null : role;
    const columns = role === null ? { role: "customer" } : { role: "admin" };
    await tx
      .update(users)
      .set({ ...columns, limitedRole })
      .where(eq(users.id, id));
    await storeEvents(tx, [userEvent("user.changed-role", id)]);
    const noted = await recordAction(tx, caller, {
      action: "change-role",
      about: id,
      before: { role: present ?? "customer" },
      after: { role: role ?? "customer" },
    });
    return { reply: { role }, noted };
  });
}
