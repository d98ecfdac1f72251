import { asc, eq } from "drizzle-orm";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { type Audited, recordAction } from "#server/platform/audit/record-action.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { users } from "./tables.ts";
import { userEvent } from "./user-event.ts";

export const noSuchUser = refuse("not-found", "There is no such user. They may have been removed.");
const yourself = refuse("conflict", "You cannot delete your own account here.");
const lastAdmin = refuse(
  "conflict",
  "You are the last admin, and a shop must have one. Make someone else an admin first.",
);

/** All admins are locked first: two who remove each other at once do not both succeed. */
export async function removeUser(
  db: Database,
  caller: SignedInCaller,
  id: string,
): Promise<Audited<{ deletedCount: 1 }> | Refusal<"not-found" | "conflict" | "not-allowed">> {
  const by = caller.person._id;
  return inTransaction(db, async (tx) => {
    const admins = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.role, "admin"))
      .orderBy(asc(users.id))
      .for("update");
    if (!admins.some((admin) => admin.id === by)) {
      return refuse("not-allowed", "Only an admin may do this.");
    }
    if (id === by) return admins.length === 1 ? lastAdmin : yourself;
    const [removed] = await tx
      .delete(users)
      .where(eq(users.id, id))
      .returning({ role: users.role });
    if (!removed) return noSuchUser;
    await storeEvents(tx, [userEvent("user.deleted", id)]);
    const noted = await recordAction(tx, caller, {
      action: "delete-user",
      about: id,
      before: removed,
    });
    return { reply: { deletedCount: 1 }, noted };
  });
}
