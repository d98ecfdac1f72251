import { maxSearchResults, type partCalls } from "#contract/catalog.ts";
import { refuse, refuseWithPresent } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { streamPages } from "#server/platform/http/stream-pages.ts";
import { addPartOnce, auditFacts } from "./add-part-once.ts";
import { editPart, noSuchPart } from "./edit-part.ts";
import { editStock, findStock } from "./edit-stock.ts";
import { listManaged } from "./list-managed.ts";
import { partEvent } from "./part-event.ts";
import { findHistory, findPartPage } from "./part-page.ts";
import { findPartByNumber, findRecord } from "./part-record.ts";
import { keepPartRows } from "./part-rows.ts";
import { listPartTypes } from "./part-types.ts";
import { findPart, findPartPosition, type ListedPart, listParts, removePart } from "./store.ts";
import { undoChange } from "./undo-change.ts";

const lostCursor = refuse("invalid", "The part that this page should follow is gone.", {
  after: "Is not a part of the list any more",
});

type Page = {
  newest?: number | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};

function pickPage(all: ListedPart[], { newest, limit, cursor }: Page): ListedPart[] | undefined {
  if (newest) return all.slice(-newest);
  if (!cursor) return all.slice(0, limit);
  const at = all.findIndex(({ _id }) => _id === cursor);
  return at === -1 ? undefined : all.slice(at + 1, limit && at + 1 + limit);
}

export function partHandlers({ db, read, events }: Context): Handlers<typeof partCalls> {
  const rows = keepPartRows(events);
  return {
    list: async ({ query: { q, newest, limit, after: cursor } }) => {
      const all = q ? undefined : await rows.all((limit) => read((db) => listParts(db, { limit })));
      if (all) return pickPage(all, { newest, limit, cursor }) ?? lostCursor;
      const after = cursor ? await read((db) => findPartPosition(db, cursor)) : undefined;
      if (cursor && !after) return lostCursor;
      const fetchPage = (limit?: number, after?: number) =>
        read((db) => listParts(db, { q, newest, limit, after }));
      if (newest || limit || q) return fetchPage(limit ?? maxSearchResults, after);
      return streamPages(fetchPage, ({ position }) => position, after);
    },
    one: async ({ params }) => (await read((db) => findPart(db, params.id))) ?? noSuchPart,
    add: ({ body }, caller) => addPartOnce(db, caller, body),
    page: async ({ params }) => {
      const found = await read((db) => findPartByNumber(db, params.id));
      if (!found || found.isHidden) return noSuchPart;
      if (!found.isDeleted) {
        return (await read((db) => findPartPage(db, found.id))) ?? noSuchPart;
      }
      const { successors } = await read((db) => findHistory(db, found.id));
      return refuseWithPresent("gone", "This part is no longer sold.", { successors });
    },
    record: async ({ params }) => (await findRecord(db, params.id)) ?? noSuchPart,
    managed: ({ query }) => listManaged(db, query),
    types: () => read(listPartTypes),
    edit: ({ params, body }, caller) => editPart(db, caller, params.id, body),
    stock: async ({ params }) => (await findStock(db, params.id)) ?? noSuchPart,
    editStock: ({ params, body }, caller) => editStock(db, caller, params.id, body),
    undo: ({ params }, caller) => undoChange(db, caller, params.auditId),
    remove: ({ params }, caller) =>
      inTransaction(db, async (tx) => {
        const removed = await removePart(tx, params.id);
        if (!removed) return noSuchPart;
        await storeEvents(tx, [partEvent("part.deleted", removed._id)]);
        const noted = await recordAction(tx, caller, {
          action: "delete-product",
          about: removed._id,
          before: auditFacts(removed),
        });
        return { reply: { deletedCount: 1 }, noted };
      }),
  };
}
