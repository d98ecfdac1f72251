import type { partEditCalls } from "#contract/part-edits.ts";
import { partMemberTags } from "#contract/tags.ts";
import type { Context } from "#server/context.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { noSuchPart } from "./part-record.ts";
import { markRemoved } from "./store.ts";

export function removePart({ db }: Context): Handler<typeof partEditCalls.remove> {
  return ({ params: { id } }, caller) =>
    inTransaction(db, async (tx) => {
      const removed = await markRemoved(tx, id);
      if (!removed) return noSuchPart;
      await storeEvents(tx, [{ name: "part.deleted", about: id, tags: partMemberTags(id) }]);
      const { name, price, minimumQuantity, availablQuantity } = removed;
      const before = { name, price, minimumQuantity, availablQuantity };
      const noted = await recordAction(tx, caller, { action: "delete-product", about: id, before });
      return { reply: { deletedCount: 1 }, noted };
    });
}
