import { and, eq, isNotNull } from "drizzle-orm";
import { refuse } from "#contract/refusals.ts";
import { partMemberTags } from "#contract/tags.ts";
import type { Change, Undone } from "#server/platform/audit/handlers.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { parts } from "./tables.ts";

export function restorePart(
  db: Database,
  caller: SignedInCaller,
  { about }: Change,
): Promise<Undone> {
  return inTransaction(db, async (tx) => {
    const [after] = await tx
      .update(parts)
      .set({ deletedAt: null })
      .where(and(eq(parts.id, about), isNotNull(parts.deletedAt)))
      .returning({ name: parts.name });
    if (!after) return refuse("conflict", "This change has already been undone.");
    await storeEvents(tx, [{ name: "part.restored", about, tags: partMemberTags(about) }]);
    const noted = await recordAction(tx, caller, { action: "restore-product", about, after });
    return { reply: undefined, noted };
  });
}
