import { refuse } from "#contract/refusals.ts";
import { worksOn } from "#contract/rules/roles.ts";
import { maxViews, type savedViewCalls } from "#contract/saved-views.ts";
import { savedViewsTag } from "#contract/tags.ts";
import type { Context } from "#server/context.ts";
import { nothingToAudit, recordAction } from "#server/platform/audit/record-action.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { countOthers, deleteView, listViews, lockView, storeView, wasShared } from "./store.ts";

const isFull = refuse(
  "conflict",
  `You have ${maxViews} views of this list already. Please remove one first.`,
);
const noSuchView = refuse("not-found", "This view is gone.");
const notYours = refuse("not-allowed", "Only its author and owners of the shop remove a view.");

const viewEvent = (about: string) => ({ name: "view.changed", about, tags: [savedViewsTag] });

/** Own views concern no other admin: only shared ones are in the audit log. */
export function savedViewHandlers({ db }: Context): Handlers<typeof savedViewCalls> {
  return {
    list: ({ query }, { person }) => listViews(db, person._id, query.list),
    save: ({ body }, caller) =>
      inTransaction(db, async (tx) => {
        const { _id: person } = caller.person;
        const { list, name, params, columns, isShared } = body;
        if ((await countOthers(tx, person, body)) >= maxViews) return isFull;
        const isTakenBack = !isShared && (await wasShared(tx, person, body));
        const _id = await storeView(tx, person, body);
        await storeEvents(tx, [viewEvent(_id)]);
        const reply = { _id, name, params, columns, isShared, isOwn: true, by: "" };
        const action = isShared ? "share-view" : isTakenBack ? "unshare-view" : undefined;
        const noted = action
          ? await recordAction(tx, caller, { action, after: { name, list } })
          : nothingToAudit;
        return { reply, noted };
      }),
    remove: ({ params }, caller) =>
      inTransaction(db, async (tx) => {
        const view = await lockView(tx, params.id);
        const isOwn = view?.userId === caller.person._id;
        if (!view || !(isOwn || view.shared)) return noSuchView;
        if (!isOwn && !worksOn(caller.person.adminRole, "shop")) return notYours;
        await deleteView(tx, view.id);
        await storeEvents(tx, [viewEvent(view.id)]);
        const { name, list } = view;
        const noted = view.shared
          ? await recordAction(tx, caller, { action: "remove-view", before: { name, list } })
          : nothingToAudit;
        return { reply: { deletedCount: 1 as const }, noted };
      }),
  };
}
