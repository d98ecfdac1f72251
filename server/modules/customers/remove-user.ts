import { eq } from "drizzle-orm";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { type Audited, recordAction } from "#server/platform/audit/record-action.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { runAfterDeletion } from "./after-deletion.ts";
import { lastOwnerProblem, lockOwners, notOwner } from "./owners.ts";
import { users } from "./tables.ts";
import { findColleagueTags, userEvent } from "./user-event.ts";

export const noSuchUser = refuse("not-found", "There is no such user. They may have been removed.");
const yourself = refuse("conflict", "You cannot delete your own account here.");

export async function removeUser(
  db: Database,
  caller: SignedInCaller,
  id: string,
): Promise<Audited<{ deletedCount: 1 }> | Refusal<"not-found" | "conflict" | "not-allowed">> {
  return retryOnConflict(() =>
    inTransaction(db, async (tx) => {
      const problem = await removalProblem(tx, caller, id);
      if (problem) return problem;
      const before = await deleteUser(tx, id);
      if (!before) return noSuchUser;
      const noted = await recordAction(tx, caller, { action: "delete-user", about: id, before });
      return { reply: { deletedCount: 1 }, noted };
    }),
  );
}

export async function removalProblem(
  tx: Queries,
  { person: { _id: by } }: SignedInCaller,
  id: string,
): Promise<Refusal<"conflict" | "not-allowed"> | undefined> {
  const owners = await lockOwners(tx);
  if (!owners.includes(by)) return notOwner;
  return id === by ? (lastOwnerProblem(owners, id) ?? yourself) : undefined;
}

export async function deleteUser(tx: Queries, id: string): Promise<{ role: string } | undefined> {
  // The membership goes with the account.
  const ofColleagues = await findColleagueTags(tx, id);
  const [removed] = await tx.delete(users).where(eq(users.id, id)).returning({ role: users.role });
  const { tags, ...event } = userEvent("user.deleted", id);
  if (!removed) return undefined;
  await storeEvents(tx, [{ ...event, tags: [...tags, ...ofColleagues] }]);
  await runAfterDeletion(tx);
  return removed;
}
